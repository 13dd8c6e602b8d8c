//! From cosine to the 0–1 score that clients see.

/// A monotone, piecewise linear map from cosine similarity to score.
///
/// It passes through (−1, 0), each anchor, and (1, 1). Anchors are fitted per model on labelled
/// pairs: the cosine that keeps 95 % of the relevant pairs becomes 0.35, the median of the
/// relevant ones 0.70. Outside the anchors it goes straight to its end points, so a better
/// cosine never gets a worse score.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    anchors: Vec<(f64, f64)>,
}

impl Calibration {
    /// A map through `anchors`, (cosine, score) pairs.
    ///
    /// Returns `None` unless both cosines and scores are finite, strictly within their ranges
    /// (−1..1 and 0..1) and strictly increasing.
    pub fn new(anchors: Vec<(f64, f64)>) -> Option<Self> {
        let inside = anchors
            .iter()
            .all(|(c, s)| *c > -1.0 && *c < 1.0 && *s > 0.0 && *s < 1.0);
        let increasing = anchors
            .windows(2)
            .all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1);
        (inside && increasing).then_some(Self { anchors })
    }

    /// The map of a model that nobody calibrated: negative cosines are 0, others themselves.
    pub fn identity() -> Self {
        Self {
            anchors: vec![(1e-9, 1e-9)],
        }
    }

    /// The score of `cosine`, 0 to 1.
    pub fn score(&self, cosine: f64) -> f64 {
        interpolate(self.points(), cosine)
    }

    /// The smallest cosine whose score is at least `score`.
    pub fn cosine(&self, score: f64) -> f64 {
        interpolate(self.points().map(|(c, s)| (s, c)), score)
    }

    /// The anchors, for display.
    pub fn anchors(&self) -> &[(f64, f64)] {
        &self.anchors
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        std::iter::once((-1.0, 0.0))
            .chain(self.anchors.iter().copied())
            .chain(std::iter::once((1.0, 1.0)))
    }
}

fn interpolate(points: impl Iterator<Item = (f64, f64)>, x: f64) -> f64 {
    let mut left: Option<(f64, f64)> = None;
    for (px, py) in points {
        if x <= px {
            let Some((lx, ly)) = left else { return py };
            return ly + (x - lx) * (py - ly) / (px - lx);
        }
        left = Some((px, py));
    }
    left.map_or(x, |(_, y)| y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_is_monotone_and_hits_its_anchors() {
        let map = Calibration::new(vec![(0.3, 0.35), (0.6, 0.7)]).unwrap();
        assert_eq!(map.score(0.3), 0.35);
        assert_eq!(map.score(0.6), 0.7);
        assert_eq!(map.score(2.0), 1.0);
        assert_eq!(map.score(-2.0), 0.0);
        let mut last = 0.0;
        for step in 0..=400 {
            let score = map.score(-1.0 + f64::from(step) * 0.005);
            assert!(score >= last);
            last = score;
        }
        assert!((map.cosine(0.35) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn anchors_must_increase_within_their_ranges() {
        assert!(Calibration::new(vec![(0.6, 0.35), (0.3, 0.7)]).is_none());
        assert!(Calibration::new(vec![(0.3, 1.0)]).is_none());
        assert!(Calibration::new(vec![(f64::NAN, 0.5)]).is_none());
    }
}
