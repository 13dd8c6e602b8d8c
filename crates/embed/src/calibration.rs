//! The score map that is stored with a model.

use domain::calibration::Calibration;
use domain::{Error, Result};
use serde::Deserialize;

/// `calibration.json` of a model: (cosine, score) anchors and where they come from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    anchors: Vec<(f64, f64)>,
    #[serde(rename = "fitted_on")]
    _fitted_on: String,
}

/// Reads a model's `calibration.json`.
///
/// # Errors
/// `Invalid` when it is not of this form, or its anchors do not increase within their ranges.
pub(crate) fn parse(json: &str) -> Result<Calibration> {
    let file: File = serde_json::from_str(json)
        .map_err(|error| Error::invalid(format!("`calibration.json` cannot be read: {error}")))?;
    Calibration::new(file.anchors).ok_or_else(|| {
        Error::invalid("the anchors of `calibration.json` do not increase within their ranges")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_read_and_checked() {
        let map = parse(r#"{"anchors": [[0.3, 0.35], [0.6, 0.7]], "fitted_on": "x"}"#).unwrap();
        assert_eq!(map.score(0.6), 0.7);
        assert!(parse(r#"{"anchors": [[0.6, 0.35], [0.3, 0.7]], "fitted_on": "x"}"#).is_err());
        assert!(parse("{}").is_err());
    }
}
