//! Numbers, dates and cuts as the contract's first implementation prints them.

/// A score with two decimals; exact ties go up.
///
/// Rust rounds an exact tie to the even digit, the contract rounds it up: 0.125 is `0.13`. Two
/// decimals tie exactly only on odd multiples of an eighth.
pub fn two_decimals(score: f64) -> String {
    let eighths = score * 8.0;
    let is_tie = eighths.fract() == 0.0 && eighths % 2.0 != 0.0;
    let rounded = if is_tie {
        (score * 100.0 + 0.5).floor() / 100.0
    } else {
        score
    };
    format!("{rounded:.2}")
}

/// The day of a time in milliseconds since the Unix epoch, in UTC: `1/15/2026`.
pub fn date(ms: i64) -> String {
    const MS_PER_DAY: i64 = 24 * 60 * 60 * 1000;
    let (year, month, day) = civil(ms.div_euclid(MS_PER_DAY));
    format!("{month}/{day}/{year}")
}

/// Year, month and day of a count of days since 1970-01-01 in the proleptic Gregorian calendar.
///
/// The calendar is shifted to start in March, so that the leap day is the last of its year, and
/// counted in eras of 400 years, which all have 146,097 days.
fn civil(days: i64) -> (i64, i64, i64) {
    const DAYS_TO_MARCH_OF_YEAR_0: i64 = 719_468;
    const DAYS_PER_ERA: i64 = 146_097;
    let shifted = days + DAYS_TO_MARCH_OF_YEAR_0;
    let era = shifted.div_euclid(DAYS_PER_ERA);
    let day_of_era = shifted.rem_euclid(DAYS_PER_ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

/// The first `units` UTF-16 units of `text`, with `...` when there are more.
///
/// A character that the border would split is left out: half of it cannot be written in UTF-8.
pub fn cut_utf16(text: &str, units: usize) -> String {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += character.len_utf16();
        if used > units {
            return format!("{}...", &text[..at]);
        }
    }
    text.to_owned()
}

/// `text` with every run of white space around a line break squeezed to one space.
pub fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_space) {
        let run_length = rest[start..].find(|c| !is_space(c));
        let end = run_length.map_or(rest.len(), |length| start + length);
        line.push_str(&rest[..start]);
        let run = &rest[start..end];
        line.push_str(if run.contains('\n') { " " } else { run });
        rest = &rest[end..];
    }
    line.push_str(rest);
    line
}

/// White space as the contract's first implementation sees it: with the byte-order mark and
/// without U+0085.
fn is_space(character: char) -> bool {
    character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_ties_round_up_and_everything_else_to_the_nearest() {
        for (score, text) in [
            (0.0, "0.00"),
            (0.125, "0.13"),
            (0.375, "0.38"),
            (0.625, "0.63"),
            (0.875, "0.88"),
            (0.5, "0.50"),
            (0.25, "0.25"),
            (0.005, "0.01"),
            (0.015, "0.01"),
            (0.045, "0.04"),
            (0.994_999, "0.99"),
            (0.996, "1.00"),
            (1.0, "1.00"),
        ] {
            assert_eq!(two_decimals(score), text, "{score}");
        }
    }

    #[test]
    fn dates_have_no_padding_and_follow_the_calendar() {
        for (ms, text) in [
            (0, "1/1/1970"),
            (-1, "12/31/1969"),
            (951_782_400_000, "2/29/2000"),
            (951_868_800_000, "3/1/2000"),
            (1_768_435_200_000, "1/15/2026"),
            (1_768_521_599_999, "1/15/2026"),
            (1_796_083_199_999, "11/30/2026"),
            (4_107_542_400_000, "3/1/2100"),
        ] {
            assert_eq!(date(ms), text, "{ms}");
        }
    }

    #[test]
    fn cuts_count_utf16_units_and_keep_characters_whole() {
        assert_eq!(cut_utf16("abc", 3), "abc");
        assert_eq!(cut_utf16("abcd", 3), "abc...");
        assert_eq!(cut_utf16("🧪🧪", 4), "🧪🧪");
        assert_eq!(cut_utf16("🧪🧪", 3), "🧪...");
        assert_eq!(cut_utf16("", 3), "");
    }

    #[test]
    fn line_breaks_are_squeezed_with_the_space_around_them() {
        assert_eq!(on_one_line("a  \n\t b\r\nc  d"), "a b c  d");
        assert_eq!(on_one_line("\n\n|x|\n"), " |x| ");
        assert_eq!(on_one_line("é\u{feff}\nü"), "é ü");
    }
}
