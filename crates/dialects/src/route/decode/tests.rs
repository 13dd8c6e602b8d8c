use serde_json::json;

use super::*;
use crate::route::{Family, Method, Reply};

const MEMBER: &[Field] = &[
    Field::required("name", FieldKind::Variable, "A name."),
    Field::optional("type", FieldKind::Text, "A kind."),
];

const ROUTE: Route = Route {
    method: Method::Post,
    path: "/v1/things/{id}",
    name: "askThing",
    tag: "Things",
    summary: "Ask",
    description: "Asks.",
    path_inputs: &[Field::required("id", FieldKind::Id, "Which.").known_as("thingId")],
    query: &[
        Field::optional("q", FieldKind::Text, "What.").known_as("search"),
        Field::optional("limit", FieldKind::Whole, "How many."),
        Field::optional("semantic", FieldKind::Flag, "How."),
        Field::optional("type", FieldKind::Choice(&["a", "b"]), "Which kind."),
        Field::optional("tags", FieldKind::TextList, "All of these."),
        Field::optional("cursor", FieldKind::Cursor, "Where."),
    ],
    body: Some(&[
        Field::required("query", FieldKind::Filled, "What."),
        Field::optional("title", FieldKind::Filled, "A name."),
        Field::optional("note", FieldKind::Text, "Why."),
        Field::optional("count", FieldKind::Whole, "How many."),
        Field::optional("revision", FieldKind::Counting, "Which."),
        Field::optional("labels", FieldKind::TextList, "All of these."),
        Field::optional("ids", FieldKind::IdList, "Which."),
        Field::optional("members", FieldKind::Objects(MEMBER), "Who."),
        Field::optional("options", FieldKind::Anything, "Ignored."),
        Field::optional("isPublic", FieldKind::Flag, "A mark."),
    ]),
    any_of: &[],
    scopes: &[],
    family: Family::ReadOnly,
    success: 200,
    failures: &[],
    response: None,
    run: |_, _| Ok(Reply::Empty),
};

fn read(query: &[(&str, &str)], body: Value) -> Result<Map<String, Value>> {
    let input = RouteInput {
        path: vec!["t_1".to_owned()],
        query: query
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect(),
        body: Some(body),
    };
    let arguments = arguments(&ROUTE, input)?;
    let mut values = Map::new();
    for (_, field) in ROUTE.fields() {
        if let Some(value) = arguments.value(field.argument) {
            values.insert(field.argument.to_owned(), value.clone());
        }
    }
    Ok(values)
}

fn query(name: &str, text: &str) -> Result<Value> {
    let values = read(&[(name, text)], json!({"query": "x"}))?;
    let field = ROUTE.query.iter().find(|f| f.name == name).unwrap();
    Ok(values.get(field.argument).cloned().unwrap_or_default())
}

fn body(name: &str, value: Value) -> Result<Value> {
    let mut object = Map::from_iter([("query".to_owned(), json!("x"))]);
    object.insert(name.to_owned(), value);
    Ok(read(&[], Value::Object(object))?
        .get(name)
        .cloned()
        .unwrap_or_default())
}

fn message<T: std::fmt::Debug>(result: Result<T>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.kind, domain::ErrorKind::Invalid);
    error.message
}

#[test]
fn values_come_under_the_names_of_the_operation() {
    let values = read(&[("q", "tide ")], json!({"query": "moon"})).unwrap();
    assert_eq!(
        Value::Object(values).to_string(),
        r#"{"thingId":"t_1","search":"tide ","query":"moon"}"#
    );
}

#[test]
fn queries_are_texts_that_are_read_by_the_table() {
    for (name, text, value) in [
        ("limit", "7", json!(7)),
        ("limit", "-3", json!(-3)),
        ("limit", "99999999999999999999", json!(i64::MAX)),
        ("limit", "-99999999999999999999", json!(i64::MIN)),
        ("semantic", "false", json!(false)),
        ("semantic", "True", json!(true)),
        ("type", "b", json!("b")),
        ("tags", "a, b,,a b", json!(["a", "b", "a b"])),
        ("tags", "", Value::Null),
        ("q", "  ", Value::Null),
        ("cursor", "", Value::Null),
        ("cursor", "bjE", json!("bjE")),
    ] {
        assert_eq!(query(name, text).unwrap(), value, "{name}={text}");
    }
}

#[test]
fn what_a_query_cannot_mean_is_refused_by_name() {
    for (name, text, expected) in [
        ("limit", "ten", "`limit` must be a whole number; got `ten`"),
        ("limit", "", "`limit` must be a whole number; got ``"),
        ("limit", "1.5", "`limit` must be a whole number; got `1.5`"),
        ("limit", "+1", "`limit` must be a whole number; got `+1`"),
        (
            "semantic",
            "no",
            "`semantic` must be true or false; got `no`",
        ),
        ("type", "c", "`type` must be one of a, b; got `c`"),
        ("type", "", "`type` must be one of a, b; got ``"),
    ] {
        assert_eq!(message(query(name, text)), expected);
    }
    let twice = read(&[("limit", "1"), ("limit", "1")], json!({"query": "x"}));
    assert_eq!(message(twice), "`limit` is given more than once");
    let unknown = read(&[("Limit", "1")], json!({"query": "x"})).unwrap_err();
    assert_eq!(unknown.message, "unknown parameter `Limit`");
    assert!(
        unknown
            .hint
            .unwrap()
            .starts_with("`POST /v1/things/{id}` takes `q`, `limit`")
    );
}

#[test]
fn bodies_keep_what_is_sent() {
    for (name, value) in [
        ("title", json!(" A ")),
        ("note", json!("")),
        ("count", json!(-4)),
        ("count", json!(3.0)),
        ("revision", json!(1)),
        ("labels", json!([])),
        ("labels", json!(["a,b", ""])),
        ("ids", json!(["d_1", "undefined"])),
        ("members", json!([{"name": "who", "type": ""}])),
        ("members", json!([{"name": "_user.first-name_2"}])),
        ("options", json!({"deep": [1]})),
        ("isPublic", json!(false)),
    ] {
        assert_eq!(body(name, value.clone()).unwrap(), value, "{name}");
    }
    assert_eq!(body("title", Value::Null).unwrap(), Value::Null);
    assert_eq!(
        body("members", json!([{"name": "who", "type": null}])).unwrap(),
        json!([{"name": "who"}])
    );
}

#[test]
fn what_a_body_cannot_mean_is_refused_by_name() {
    for (name, value, expected) in [
        (
            "title",
            json!(3),
            "`title` must be a text that is not blank; got `3`",
        ),
        ("title", json!(" \n"), "`title` must not be blank"),
        ("note", json!(["a"]), "`note` must be a text; got `[\"a\"]`"),
        (
            "count",
            json!("3"),
            "`count` must be a whole number; got `3`",
        ),
        (
            "count",
            json!(1.5),
            "`count` must be a whole number; got `1.5`",
        ),
        (
            "count",
            json!(true),
            "`count` must be a whole number; got `true`",
        ),
        (
            "revision",
            json!(0),
            "`revision` must be a whole number from 1 on; got `0`",
        ),
        (
            "labels",
            json!("a,b"),
            "`labels` must be a list of texts; got `a,b`",
        ),
        (
            "labels",
            json!([1]),
            "`labels` must be a list of texts; got `[1]`",
        ),
        ("ids", json!([]), "`ids` is required"),
        (
            "ids",
            json!(["../x"]),
            "`ids` must be a list of at least one id; got `[\"../x\"]`",
        ),
        (
            "members",
            json!({}),
            "`members` must be a list of objects; got `{}`",
        ),
        (
            "members",
            json!([1]),
            "`members[0]` must be an object; got `1`",
        ),
        (
            "members",
            json!([{"type": "x"}]),
            "`members[0].name` is required",
        ),
        (
            "members",
            json!([{"name": "a"}, {"name": "b", "size": 1}]),
            "unknown field `members[1].size`",
        ),
        (
            "options",
            json!([]),
            "`options` must be an object; got `[]`",
        ),
        (
            "isPublic",
            json!("true"),
            "`isPublic` must be true or false; got `true`",
        ),
        (
            "isPublic",
            json!(1),
            "`isPublic` must be true or false; got `1`",
        ),
        ("size", json!(1), "unknown field `size`"),
    ] {
        assert_eq!(message(body(name, value)), expected, "{name}");
    }
    for value in [json!([]), json!("{}"), json!(null), json!(3)] {
        assert_eq!(message(read(&[], value)), "the body must be a JSON object");
    }
}

#[test]
fn a_missing_or_blank_query_has_the_words_of_the_contract() {
    for value in [json!({}), json!({"query": " "}), json!({"query": null})] {
        assert_eq!(message(read(&[], value)), "Query is required");
    }
}

#[test]
fn a_path_holds_ids_only() {
    for text in ["../documents/d_1", "a b", "", "é", &"x".repeat(129)] {
        let input = RouteInput {
            path: vec![text.to_owned()],
            ..RouteInput::default()
        };
        assert!(message(arguments(&ROUTE, input)).starts_with("`id` must be an id"));
    }
}

#[test]
fn a_route_without_a_body_takes_an_empty_one_and_no_other() {
    let route = Route {
        body: None,
        path_inputs: &[],
        ..ROUTE
    };
    let call = |body| {
        let input = RouteInput {
            body,
            ..RouteInput::default()
        };
        arguments(&route, input)
    };
    assert!(call(None).is_ok());
    assert!(call(Some(json!({}))).is_ok());
    assert_eq!(
        message(call(Some(json!({"a": 1})))),
        "the request takes no body"
    );
}

#[test]
fn a_change_that_changes_nothing_is_refused() {
    const FIELDS: &[Field] = &[
        Field::optional("title", FieldKind::Filled, "A name."),
        Field::optional("note", FieldKind::Text, "Why."),
        Field::optional("count", FieldKind::Whole, "How many."),
    ];
    let route = Route {
        any_of: &["title", "note"],
        body: Some(FIELDS),
        ..ROUTE
    };
    let call = |body| {
        let input = RouteInput {
            path: vec!["t_1".to_owned()],
            body: Some(body),
            ..RouteInput::default()
        };
        arguments(&route, input)
    };
    for body in [json!({}), json!({"count": 1}), json!({"title": null})] {
        assert_eq!(message(call(body)), "nothing to change");
    }
    assert!(call(json!({"note": ""})).is_ok());
}
