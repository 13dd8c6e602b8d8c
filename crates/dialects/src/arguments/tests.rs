use serde_json::json;

use super::*;
use crate::schema::{Input, InputType};
use crate::tool::Effect;

const TOOL: ToolSpec = ToolSpec {
    name: "sort_shells",
    title: "Sort shells",
    description: "Sorts shells.",
    inputs: &[
        Input::required("beach", InputType::Text, "Where."),
        Input::optional("limit", InputType::Integer, "How many."),
        Input::optional("wet", InputType::Flag, "Wet ones too."),
        Input::optional("tags", InputType::TextList, "All of these."),
        Input::optional("order", InputType::Choice(&["size", "colour"]), "By what."),
    ],
    effect: Effect::Read,
    when_cut: "Ask for less.",
};

fn read(arguments: Value) -> Arguments {
    Arguments::read(&TOOL, &arguments).unwrap()
}

fn message(arguments: Value) -> String {
    Arguments::read(&TOOL, &arguments).unwrap_err().message
}

#[test]
fn lists_are_healed() {
    let table = [
        (json!(["a", "b"]), Some(vec!["a", "b"])),
        (json!([]), Some(vec![])),
        (json!([" a ", "", null, 7]), Some(vec!["a", "7"])),
        (json!("[\"a\",\"b\"]"), Some(vec!["a", "b"])),
        (json!("[]"), Some(vec![])),
        (json!("a"), Some(vec!["a"])),
        (json!("a, b"), Some(vec!["a", "b"])),
        (json!("\"a, b\""), Some(vec!["a, b"])),
        (json!(["a, b"]), Some(vec!["a, b"])),
        (json!("[draft"), Some(vec!["[draft"])),
        (json!(""), None),
        (json!("  "), None),
        (json!(null), None),
        (json!(3), None),
    ];
    for (given, expected) in table {
        let arguments = read(json!({"beach": "North", "tags": given}));
        let expected = expected.map(|l: Vec<&str>| l.into_iter().map(str::to_owned).collect());
        assert_eq!(arguments.list("tags").unwrap(), expected, "{given}");
    }
}

#[test]
fn a_list_of_anything_else_is_an_error_that_names_it() {
    for given in [json!({"a": 1}), json!(true), json!([["a"]])] {
        let arguments = read(json!({"beach": "North", "tags": given}));
        let error = arguments.list("tags").unwrap_err();
        assert!(error.message.starts_with("`tags` must be a list of texts"));
    }
}

#[test]
fn numbers_are_healed() {
    let table = [
        (json!(5), Some(5)),
        (json!(5.0), Some(5)),
        (json!("5"), Some(5)),
        (json!(" -1 "), Some(-1)),
        (json!("5.0"), Some(5)),
        (json!(1e300), Some(i64::MAX)),
        (json!(18_446_744_073_709_551_615_u64), Some(i64::MAX)),
        (json!(""), None),
        (json!(null), None),
    ];
    for (given, expected) in table {
        let arguments = read(json!({"beach": "North", "limit": given}));
        assert_eq!(arguments.integer("limit").unwrap(), expected, "{given}");
    }
    for given in [
        json!("x"),
        json!(2.5),
        json!(true),
        json!([1]),
        json!("NaN"),
    ] {
        let arguments = read(json!({"beach": "North", "limit": given}));
        let error = arguments.integer("limit").unwrap_err();
        assert_eq!(
            error.message,
            format!("`limit` must be a whole number; got {given}")
        );
    }
}

#[test]
fn booleans_are_healed() {
    for (given, expected) in [
        (json!(true), Some(true)),
        (json!("FALSE"), Some(false)),
        (json!("true"), Some(true)),
        (json!(0), Some(false)),
        (json!(""), None),
    ] {
        let arguments = read(json!({"beach": "North", "wet": given}));
        assert_eq!(arguments.flag("wet").unwrap(), expected, "{given}");
    }
    let arguments = read(json!({"beach": "North", "wet": "perhaps"}));
    assert!(arguments.flag("wet").is_err());
}

#[test]
fn texts_are_healed_but_kept_verbatim() {
    assert_eq!(
        read(json!({"beach": " North "})).text("beach").unwrap(),
        Some(" North ".to_owned())
    );
    assert_eq!(
        read(json!({"beach": " North "})).word("beach").unwrap(),
        Some("North".to_owned())
    );
    assert_eq!(
        read(json!({"beach": 12})).text("beach").unwrap(),
        Some("12".to_owned())
    );
    assert!(read(json!({"beach": ["North"]})).text("beach").is_err());
}

#[test]
fn choices_are_read_in_any_case_and_listed_when_wrong() {
    let arguments = read(json!({"beach": "North", "order": "SIZE"}));
    assert_eq!(
        arguments.choice("order", &["size", "colour"]).unwrap(),
        Some("size")
    );
    let arguments = read(json!({"beach": "North", "order": "age"}));
    assert_eq!(
        arguments
            .choice("order", &["size", "colour"])
            .unwrap_err()
            .message,
        "`order` must be one of size, colour; got `age`"
    );
}

#[test]
fn arguments_may_be_absent_or_json_text() {
    assert_eq!(message(json!(null)), "`beach` is required");
    assert_eq!(message(json!("")), "`beach` is required");
    assert_eq!(message(json!({"beach": ""})), "`beach` is required");
    assert_eq!(message(json!({"beach": null})), "`beach` is required");
    assert!(Arguments::read(&TOOL, &json!("{\"beach\": \"North\"}")).is_ok());
    assert_eq!(message(json!([1])), "the arguments must be one object");
    assert_eq!(message(json!("North")), "the arguments must be one object");
}

#[test]
fn an_unknown_argument_is_named_with_the_known_ones() {
    let error = Arguments::read(&TOOL, &json!({"beach": "North", "colour": "red"})).unwrap_err();
    assert_eq!(error.message, "unknown argument `colour`");
    assert_eq!(
        error.hint.unwrap(),
        "`sort_shells` takes `beach` (required), `limit`, `wet`, `tags`, `order`"
    );
    // An argument that says nothing does no harm, whatever its name.
    assert!(Arguments::read(&TOOL, &json!({"beach": "North", "colour": null})).is_ok());
}
