//! What an agent should read first, made from the tables of tools and routes.

use dialects::context_repo;

/// What this is, how to come in, and every tool and route on a line of its own.
pub fn short(base_url: &str) -> String {
    let mut text = head(base_url);
    text.push_str("\n## Tools\n\n");
    for tool in context_repo::tools() {
        let spec = tool.spec;
        let line = first_sentence(spec.description);
        text.push_str(&format!("- `{}`: {line}\n", spec.name));
    }
    text.push_str("\n## REST\n\n");
    for route in context_repo::routes() {
        let method = route.method.name();
        text.push_str(&format!("- `{method} {}`: {}\n", route.path, route.summary));
    }
    text
}

/// The same with everything that there is to say about each tool and route.
pub fn full(base_url: &str) -> String {
    let mut text = head(base_url);
    text.push_str("\n## Tools\n");
    for tool in context_repo::tools() {
        let spec = tool.spec;
        text.push_str(&format!("\n### {}\n\n{}\n", spec.name, spec.description));
        let inputs = spec
            .inputs
            .iter()
            .map(|i| (i.name, i.required, i.description));
        text.push_str(&listed(inputs));
    }
    text.push_str("\n## REST\n");
    for route in context_repo::routes() {
        let method = route.method.name();
        text.push_str(&format!(
            "\n### {method} {}\n\n{}.\n",
            route.path, route.summary
        ));
        if !route.description.is_empty() {
            text.push_str(&format!("\n{}\n", route.description));
        }
        if !route.scopes.is_empty() {
            let scopes: Vec<&str> = route.scopes.iter().map(|scope| scope.name()).collect();
            text.push_str(&format!("\nNeeds the scope {}.\n", scopes.join(" or ")));
        }
        let body = route.body.unwrap_or_default();
        let fields = route.path_inputs.iter().chain(route.query).chain(body);
        text.push_str(&listed(fields.map(|f| (f.name, f.required, f.description))));
    }
    text
}

fn head(base_url: &str) -> String {
    format!(
        "# ibid\n\n\
         > A local-first context repository: prompts, documents and collections, found by meaning \
         and cited by passage.\n\n\
         - [MCP]({base_url}/mcp): POST JSON-RPC; `?tools=core`, `contract`, `full`, `read` or names \
         chooses what is listed, `?session=off` leaves out the automatic search session\n\
         - [REST]({base_url}/v1): described by [OpenAPI]({base_url}/openapi.json)\n\
         - Keys: `Authorization: API-Key gm_…`, made with `ibid key create`; programs on the same \
         machine may need none\n\n\
         ## How to use it\n\n{}\n",
        context_repo::INSTRUCTIONS
    )
}

fn listed<'a>(inputs: impl Iterator<Item = (&'a str, bool, &'a str)>) -> String {
    let lines: Vec<String> = inputs
        .map(|(name, required, description)| {
            let mark = if required { ", required" } else { "" };
            format!("- `{name}`{mark}: {description}\n")
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("\n{}", lines.concat())
}

fn first_sentence(text: &str) -> &str {
    text.split_inclusive(". ").next().unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_and_route_is_named_in_both() {
        for text in [short("http://x"), full("http://x")] {
            for tool in context_repo::tools() {
                assert!(text.contains(tool.spec.name), "{}", tool.spec.name);
            }
            for route in context_repo::routes() {
                let line = format!("{} {}", route.method.name(), route.path);
                assert!(text.contains(&line), "{line}");
            }
        }
    }
}
