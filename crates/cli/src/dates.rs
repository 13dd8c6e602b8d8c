//! Points in time as the command line takes and shows them: UTC, the Gregorian calendar.

use domain::{Error, Result};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The longest that a key may live, in days: a hundred years.
const DAYS_MAX: i64 = 36_525;

/// Reads when something ends: `90d`, `12h`, or a date such as `2027-01-31`, which is its first
/// moment. Milliseconds since the Unix epoch.
///
/// # Errors
/// `Invalid` for anything else, and for what is not in the future or more than a century away.
pub fn end(text: &str, now_ms: i64) -> Result<i64> {
    let text = text.trim();
    let end_ms = match text.split_at_checked(text.len().saturating_sub(1)) {
        Some((n, "d")) => now_ms.checked_add(span(n, DAY_MS)?),
        Some((n, "h")) => now_ms.checked_add(span(n, DAY_MS / 24)?),
        _ => date(text).map(|days| days * DAY_MS),
    };
    let end_ms = end_ms.ok_or_else(unclear)?;
    if end_ms <= now_ms {
        return Err(Error::invalid(format!("`{text}` is not in the future")));
    }
    if end_ms > now_ms.saturating_add(DAYS_MAX * DAY_MS) {
        return Err(Error::invalid(format!(
            "`{text}` is more than {DAYS_MAX} days away"
        )));
    }
    Ok(end_ms)
}

/// A point in time as `2027-01-31 08:30 UTC`.
pub fn shown(ms: i64) -> String {
    let (year, month, day) = civil(ms.div_euclid(DAY_MS));
    let minutes = ms.rem_euclid(DAY_MS) / 60_000;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

fn span(n: &str, unit_ms: i64) -> Result<i64> {
    let n: u32 = n.parse().map_err(|_| unclear())?;
    Ok(i64::from(n).saturating_mul(unit_ms))
}

fn unclear() -> Error {
    Error::invalid("this is no end").hint("give a number of days, `90d`, or a date, `2027-01-31`")
}

/// The days from the epoch to a date.
fn date(text: &str) -> Option<i64> {
    let well_formed = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let mut parts = text.splitn(3, '-');
    let mut next = || parts.next()?.parse::<i64>().ok();
    let (year, month, day) = (next()?, next()?, next()?);
    let days = days(year, month, day);
    // A day that the month does not have comes back as another date.
    (well_formed && (1..=12).contains(&month) && civil(days) == (year, month, day)).then_some(days)
}

/// Days since the epoch of a civil date; the year begins in March, so that the leap day is last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The civil date of a day; the inverse of [`days`].
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-30 18:20 UTC.
    const NOW: i64 = 1_796_062_800_000;

    #[test]
    fn dates_and_days_are_inverse() {
        for day in (-800_000..800_000).step_by(37) {
            let (year, month, date) = civil(day);
            assert_eq!(days(year, month, date), day);
        }
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(days(2000, 2, 29), 11_016);
    }

    #[test]
    fn an_end_is_a_span_or_a_date() {
        assert_eq!(end("90d", NOW).unwrap(), NOW + 90 * DAY_MS);
        assert_eq!(end("12h", NOW).unwrap(), NOW + DAY_MS / 2);
        let end = end("2027-01-31", NOW).unwrap();
        assert_eq!(shown(end), "2027-01-31 00:00 UTC");
    }

    #[test]
    fn what_is_no_end_or_is_over_is_refused() {
        for text in [
            "",
            "d",
            "0d",
            "-1d",
            "90",
            "2027-02-30",
            "2027-13-01",
            "2026-11-30",
            "1999-01-01",
            "36526d",
            "99999999999d",
            "+027-01-01",
            "é",
        ] {
            assert!(end(text, NOW).is_err(), "{text}");
        }
    }
}
