//! Finds the routes of a path.

use dialects::route::Route;
use http::Method;

use super::method_name;

/// All routes by their paths.
pub struct Table {
    places: Vec<Place>,
}

/// A path with the routes that answer there.
struct Place {
    segments: Vec<Segment>,
    routes: Vec<Route>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Segment {
    /// This text.
    Literal(&'static str),
    /// Any text.
    Input,
}

impl Segment {
    fn of(text: &'static str) -> Self {
        if text.starts_with('{') {
            Self::Input
        } else {
            Self::Literal(text)
        }
    }

    fn takes(self, text: &str) -> bool {
        match self {
            Self::Literal(literal) => literal == text,
            Self::Input => true,
        }
    }
}

/// What there is at a path.
pub struct Found<'t, 'p> {
    routes: &'t [Route],
    /// The parts of the path that are inputs, in order, as they were sent.
    pub parts: Vec<&'p str>,
}

impl Table {
    /// A table of `routes`.
    pub fn new(routes: Vec<Route>) -> Self {
        let mut places: Vec<Place> = Vec::new();
        for route in routes {
            let segments: Vec<Segment> = route.path.split('/').map(Segment::of).collect();
            match places.iter_mut().find(|place| place.segments == segments) {
                Some(place) => place.routes.push(route),
                None => places.push(Place {
                    segments,
                    routes: vec![route],
                }),
            }
        }
        Self { places }
    }

    /// What there is at `path`. Where a literal and an input both fit, the literal is meant,
    /// whatever the method.
    pub fn find<'p>(&self, path: &'p str) -> Option<Found<'_, 'p>> {
        let sent: Vec<&str> = path.split('/').collect();
        let fitting = self.places.iter().filter(|place| {
            place.segments.len() == sent.len()
                && place
                    .segments
                    .iter()
                    .zip(&sent)
                    .all(|(s, text)| s.takes(text))
        });
        let place = fitting.max_by_key(|place| {
            let literal = |segment: &Segment| *segment != Segment::Input;
            place.segments.iter().map(literal).collect::<Vec<bool>>()
        })?;
        let inputs = place.segments.iter().zip(&sent);
        Some(Found {
            routes: &place.routes,
            parts: inputs
                .filter(|(segment, _)| **segment == Segment::Input)
                .map(|(_, text)| *text)
                .collect(),
        })
    }
}

impl Found<'_, '_> {
    /// The route that answers `method`.
    pub fn route(&self, method: &Method) -> Option<Route> {
        let name = method_name(method);
        self.routes
            .iter()
            .find(|route| route.method.name() == name)
            .copied()
    }

    /// The methods that are answered, for the header `Allow`.
    pub fn allowed(&self) -> String {
        let mut names = Vec::new();
        for route in self.routes {
            names.push(route.method.name());
            if route.method.name() == "GET" {
                names.push("HEAD");
            }
        }
        names.push("OPTIONS");
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use dialects::context_repo;

    use super::*;

    #[test]
    fn every_route_is_found_at_its_path() {
        let table = Table::new(context_repo::routes());
        for route in context_repo::routes() {
            let path = route.path.replace('{', "x").replace('}', "");
            let method = Method::from_bytes(route.method.name().as_bytes()).unwrap();
            let found = table.find(&path).unwrap();
            assert_eq!(found.route(&method).unwrap().name, route.name, "{path}");
            assert_eq!(found.parts.len(), route.path_inputs.len(), "{path}");
        }
    }

    #[test]
    fn a_literal_is_preferred_to_an_input() {
        let table = Table::new(context_repo::routes());
        let found = table.find("/v1/documents/scrape").unwrap();
        assert!(found.parts.is_empty());
        assert!(found.route(&Method::GET).is_none());
        assert_eq!(found.allowed(), "POST, OPTIONS");
    }

    #[test]
    fn an_empty_part_is_an_input_and_a_further_one_fits_nothing() {
        let table = Table::new(context_repo::routes());
        assert_eq!(table.find("/v1/prompts/").unwrap().parts, [""]);
        assert_eq!(table.find("/v1/prompts/..%2Fx").unwrap().parts, ["..%2Fx"]);
        for path in [
            "/v1/prompts/a/",
            "/v1/prompts/../documents/d",
            "/v1",
            "//v1/prompts",
        ] {
            assert!(table.find(path).is_none(), "{path}");
        }
    }
}
