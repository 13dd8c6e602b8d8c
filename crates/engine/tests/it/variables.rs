use std::collections::BTreeMap;

use domain::ids::PromptId;
use domain::item::{Tags, Variable};
use domain::operations::prompts::{Create, Fill, Filled, List, Update};
use domain::page::PageRequest;
use domain::{Error, ErrorKind};

use crate::home::{Home, each, prompt_edit};

fn variable(name: &str, kind: &str, description: Option<&str>) -> Variable {
    Variable {
        name: name.to_owned(),
        kind: kind.to_owned(),
        description: description.map(str::to_owned),
    }
}

fn create(home: &Home, content: &str, variables: Vec<Variable>) -> Result<PromptId, Error> {
    let request = Create {
        title: "Letter".to_owned(),
        description: "writes a letter".to_owned(),
        content: content.to_owned(),
        variables,
        tags: Tags::default(),
    };
    home.engine
        .create_prompt(&home.caller, &request, &home.cancel)
        .map(|prompt| prompt.id)
}

fn names(variables: &[Variable]) -> Vec<&str> {
    variables.iter().map(|v| v.name.as_str()).collect()
}

fn fill(home: &Home, id: &PromptId, values: &[(&str, &str)]) -> Result<Filled, Error> {
    let values: BTreeMap<String, String> = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let id = id.clone();
    let request = Fill { id, values };
    home.engine
        .fill_prompt(&home.caller, &request, &home.cancel)
}

#[test]
fn every_answer_names_the_variables_of_the_template_in_their_order() {
    each(|home| {
        let described = vec![
            variable("unused", "int", None),
            variable("who", "", Some("whom to greet")),
        ];
        let id = create(home, "Hi ${who}, ${what} and ${who}", described).unwrap();
        let expected = [
            variable("who", "string", Some("whom to greet")),
            variable("what", "string", None),
            variable("unused", "int", None),
        ];
        let (engine, caller, cancel) = (&home.engine, &home.caller, &home.cancel);
        assert_eq!(
            engine.get_prompt(caller, &id, cancel).unwrap().variables,
            expected
        );
        assert_eq!(
            engine.view_prompt(caller, &id, cancel).unwrap().variables,
            expected
        );
        let list = List {
            search: None,
            tags: Tags::default(),
            archived: false,
            page: PageRequest::new(None, None),
        };
        let page = engine.list_prompts(caller, &list, cancel).unwrap();
        assert_eq!(page.rows[0].variables, expected);
        let updated = home.update_prompt(Update {
            content: Some("Only ${what} and ${new}".to_owned()),
            ..prompt_edit(&id)
        });
        assert_eq!(names(&updated.variables), ["what", "new", "unused", "who"]);
    });
}

#[test]
fn variables_that_were_read_and_written_back_go_with_the_template() {
    each(|home| {
        let id = create(home, "${a} ${b}", Vec::new()).unwrap();
        let (caller, cancel) = (&home.caller, &home.cancel);
        let read = home.engine.get_prompt(caller, &id, cancel).unwrap();
        let written = home.update_prompt(Update {
            variables: Some(read.variables),
            ..prompt_edit(&id)
        });
        assert_eq!(names(&written.variables), ["a", "b"]);
        let edited = home.update_prompt(Update {
            content: Some("${b}".to_owned()),
            ..prompt_edit(&id)
        });
        assert_eq!(names(&edited.variables), ["b"]);
        assert_eq!(edited.current_version, 2);
    });
}

#[test]
fn describing_variables_makes_no_version_and_embeds_nothing() {
    each(|home| {
        let id = create(home, "${a}", Vec::new()).unwrap();
        home.index();
        let before = home.embedder.embedded_texts();
        let described = home.update_prompt(Update {
            variables: Some(vec![variable("a", "int", Some("how many"))]),
            ..prompt_edit(&id)
        });
        assert_eq!(described.current_version, 1);
        assert_eq!(described.variables[0].kind, "int");
        home.index();
        assert_eq!(home.embedder.embedded_texts(), before);
    });
}

#[test]
fn malformed_variables_are_refused_before_anything_is_written() {
    each(|home| {
        let error = create(home, "text", vec![variable("a b", "", None)]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert!(error.message.contains("`a b`"), "{error}");
        let large = vec![variable("a", "", Some(&"x".repeat(16 * 1024 + 1)))];
        let error = create(home, "text", large).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooLarge);
        let found = home.literal("text");
        assert!(found.prompts.is_empty());
    });
}

#[test]
fn filling_in_says_what_is_missing_and_expands_nothing_twice() {
    each(|home| {
        let id = create(home, "Dear ${name}, ${text} ${name} ${end}", Vec::new()).unwrap();
        let filled = fill(home, &id, &[("name", "${text}"), ("end", "")]).unwrap();
        assert_eq!(filled.text, "Dear ${text}, ${text} ${text} ");
        assert_eq!(filled.missing, ["text"]);
        assert_eq!(
            filled.prompt.content,
            "Dear ${name}, ${text} ${name} ${end}"
        );
    });
}

#[test]
fn a_value_without_its_variable_is_an_error_that_names_both() {
    each(|home| {
        let described = vec![variable("tone", "", None)];
        let id = create(home, "Dear ${name}", described).unwrap();
        let error = fill(home, &id, &[("nmae", "x"), ("tone", "y")]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert_eq!(error.message, "the prompt has no variable `nmae`");
        assert_eq!(error.hint.unwrap(), "its variables are `name`, `tone`");
        let plain = create(home, "no placeholders", Vec::new()).unwrap();
        let error = fill(home, &plain, &[("a", "x")]).unwrap_err();
        assert_eq!(error.hint.unwrap(), "this prompt has no variables");
    });
}

#[test]
fn a_small_template_cannot_be_blown_up_without_bound() {
    each(|home| {
        let id = create(home, &"${a}".repeat(1_000), Vec::new()).unwrap();
        let error = fill(home, &id, &[("a", &"x".repeat(100_000))]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooLarge);
        assert!(error.message.contains("100000000"), "{error}");
    });
}
