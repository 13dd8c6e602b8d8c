//! The variables of a prompt: its template says which there are, its owner what they stand for.

use std::collections::BTreeMap;

use domain::item::{Prompt, Variable};
use domain::operations::check_size;
use domain::{Error, Result, limits};
use text::template;

/// What a variable takes unless somebody says otherwise.
const KIND_DEFAULT: &str = "string";

/// Checks what a caller says about variables. A blank kind is the default one, a blank description
/// none.
///
/// # Errors
/// `Invalid` for a name that no template can hold or one that is given twice, `TooLarge` over a
/// limit.
pub(super) fn checked(described: &[Variable]) -> Result<Vec<Variable>> {
    if described.len() > limits::VARIABLES_MAX {
        return Err(Error::too_large(format!(
            "{} variables given; the limit is {}",
            described.len(),
            limits::VARIABLES_MAX
        )));
    }
    let mut checked: Vec<Variable> = Vec::with_capacity(described.len());
    for variable in described {
        let variable = checked_one(variable)?;
        if checked.iter().any(|known| known.name == variable.name) {
            return Err(Error::invalid(format!(
                "the variable `{}` is described twice",
                variable.name
            ))
            .hint("name every variable once"));
        }
        checked.push(variable);
    }
    Ok(checked)
}

fn checked_one(variable: &Variable) -> Result<Variable> {
    let max = limits::VARIABLE_NAME_BYTES_MAX;
    check_size("the name of a variable", variable.name.len(), max)?;
    check_size("the type of a variable", variable.kind.len(), max)?;
    if !template::is_name(&variable.name) {
        return Err(
            Error::invalid(format!("`{}` is not the name of a variable", variable.name)).hint(
                "names begin with a letter or `_` and hold letters, digits, `_`, `.` and `-`; \
             they are given without `${` and `}`",
            ),
        );
    }
    let kind = Some(variable.kind.trim()).filter(|kind| !kind.is_empty());
    let description = variable.description.as_deref().map(str::trim);
    let description = description.filter(|text| !text.is_empty());
    check_size(
        &format!("the description of the variable `{}`", variable.name),
        description.map_or(0, str::len),
        limits::DESCRIPTION_BYTES_MAX,
    )?;
    Ok(Variable {
        name: variable.name.clone(),
        kind: kind.unwrap_or(KIND_DEFAULT).to_owned(),
        description: description.map(str::to_owned),
    })
}

/// Leaves out what the template says by itself. A client that writes back the variables it read
/// would otherwise keep those alive that a later template no longer has.
pub(super) fn worth_keeping(template: &str, described: Vec<Variable>) -> Vec<Variable> {
    let own = template::variables(template);
    let says_nothing = |v: &Variable| v.kind == KIND_DEFAULT && v.description.is_none();
    described
        .into_iter()
        .filter(|v| !(says_nothing(v) && own.contains(&v.name.as_str())))
        .collect()
}

/// The prompt with all its variables: those of the template in order of appearance, then those
/// that were described and are not in it.
pub(super) fn named(mut prompt: Prompt) -> Prompt {
    let described = std::mem::take(&mut prompt.variables);
    let by_name: BTreeMap<&str, &Variable> =
        described.iter().map(|v| (v.name.as_str(), v)).collect();
    let own = template::variables(&prompt.content);
    let mut named: Vec<Variable> = own
        .iter()
        .map(|name| {
            by_name
                .get(name)
                .map_or_else(|| plain(name), |v| (*v).clone())
        })
        .collect();
    let rest = described.iter().filter(|v| !own.contains(&v.name.as_str()));
    named.extend(rest.cloned());
    prompt.variables = named;
    prompt
}

fn plain(name: &str) -> Variable {
    Variable {
        name: name.to_owned(),
        kind: KIND_DEFAULT.to_owned(),
        description: None,
    }
}

/// How much is said about variables, in bytes.
pub(super) fn bytes(described: &[Variable]) -> usize {
    let size =
        |v: &Variable| v.name.len() + v.kind.len() + v.description.as_deref().map_or(0, str::len);
    described.iter().map(size).sum()
}

#[cfg(test)]
mod tests {
    use domain::ErrorKind;

    use super::*;

    fn variable(name: &str, kind: &str, description: Option<&str>) -> Variable {
        Variable {
            name: name.to_owned(),
            kind: kind.to_owned(),
            description: description.map(str::to_owned),
        }
    }

    #[test]
    fn a_blank_kind_is_a_string_and_a_blank_description_none() {
        let checked = checked(&[variable("a", " ", Some("  ")), variable("b", "int", None)]);
        assert_eq!(
            checked.unwrap(),
            [variable("a", "string", None), variable("b", "int", None)]
        );
    }

    #[test]
    fn malformed_and_repeated_names_are_named_in_the_error() {
        let error = checked(&[variable("${a}", "", None)]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert!(error.message.contains("`${a}`"), "{error}");
        let error = checked(&[variable("a", "", None), variable("a", "int", None)]).unwrap_err();
        assert!(error.message.contains("`a`"), "{error}");
    }

    #[test]
    fn every_limit_answers_with_its_number() {
        let many: Vec<Variable> = (0..=limits::VARIABLES_MAX)
            .map(|n| variable(&format!("v{n}"), "", None))
            .collect();
        let error = checked(&many).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooLarge);
        assert!(error.message.contains("100"), "{error}");
        let long = "a".repeat(limits::VARIABLE_NAME_BYTES_MAX + 1);
        let error = checked(&[variable(&long, "", None)]).unwrap_err();
        assert!(error.message.contains("128"), "{error}");
    }

    #[test]
    fn only_what_the_template_does_not_say_is_kept() {
        let described = vec![
            variable("a", "string", None),
            variable("b", "int", None),
            variable("unused", "string", None),
        ];
        let kept = worth_keeping("${a} ${b}", described);
        assert_eq!(
            kept,
            [
                variable("b", "int", None),
                variable("unused", "string", None)
            ]
        );
    }
}
