//! Layout files: mistakes get a clear error, a site's own files win, and what is embedded is consistent.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use getpage_smf::decode::Plan;
use getpage_smf::layout::Layouts;

/// A directory of layout files that goes away with the test.
struct Site(PathBuf);

impl Site {
    fn new(name: &str, files: &[(&str, &str)]) -> Site {
        let path = std::env::temp_dir().join(format!("getpage-layouts-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("smf/115")).unwrap();
        for (file, text) in files {
            std::fs::write(path.join(file), text).unwrap();
        }
        Site(path)
    }

    fn read(&self) -> Result<Layouts, String> {
        Layouts::builtin().unwrap().with_directory(&self.0).map_err(|error| error.to_string())
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A section of a subtype that no built-in layout has.
fn section(extra: &str, field: &str) -> String {
    format!(
        r#"
section = "SITE"
title = "A section of a site"
table = "site_table"
source = "the site"
trust = "code"
where = [{{ type = 115, subtypes = [999], triplet = 1 }}]
{extra}
fields = [
  {{ at = 0, type = "u32", name = "first", unit = "count", meaning = "the first" }},
  {field}
]
"#
    )
}

fn error_of(name: &str, extra: &str, field: &str) -> String {
    let text = section(extra, field);
    let error = Site::new(name, &[("smf/115/site.toml", &text)]).read().err();
    let error = error.unwrap_or_else(|| panic!("accepted:{text}"));
    assert!(error.contains("site.toml") || error.contains("SITE"), "the error does not name its place: {error}");
    error
}

#[test]
fn a_section_of_a_site_is_a_table_of_its_own() {
    let text = section("", "");
    let layouts = Site::new("own", &[("smf/115/site.toml", &text), ("notes.txt", "not a layout")]).read().unwrap();
    let plan = Plan::new(&layouts).unwrap();
    assert!(plan.decodes(115, 999) && plan.decodes(115, 215));
    assert!(plan.tables.iter().any(|t| t.name == "site_table" && t.schema.field_with_name("first").is_ok()));
}

#[test]
fn a_section_of_a_known_name_replaces_the_built_in_one() {
    let text = section("", "").replace("SITE", "QPST").replace("site_table", "mq_buffer_pool").replace("999", "215");
    let layouts = Site::new("wins", &[("smf/115/mine.toml", &text)]).read().unwrap();
    assert_eq!(layouts.sections["QPST"].title, "A section of a site");
    let plan = Plan::new(&layouts).unwrap();
    let pools = plan.tables.iter().find(|t| t.name == "mq_buffer_pool").unwrap();
    assert!(pools.schema.field_with_name("first").is_ok() && pools.schema.field_with_name("buffers").is_err());
}

#[test]
fn a_second_section_for_a_known_table_adds_its_rows_and_columns() {
    let text = section("", r#"{ at = 4, type = "u32", name = "buffers", unit = "buffers", meaning = "x" },"#);
    let layouts = Site::new("both", &[("smf/115/site.toml", &text.replace("site_table", "mq_buffer_pool"))]).read();
    let plan = Plan::new(&layouts.unwrap()).unwrap();
    let parts: Vec<_> = plan.tables.iter().filter(|t| t.name == "mq_buffer_pool").collect();
    assert_eq!(parts.iter().map(|t| (t.part, t.section.as_str())).collect::<Vec<_>>(), [(0, "QPST"), (1, "SITE")]);
    assert!(parts.iter().all(|t| t.schema.field_with_name("buffers").is_ok()));
}

#[test]
fn a_section_read_twice_into_a_table_or_a_column_of_two_types_is_refused_with_both_names() {
    let words = ["mq_buffer_pool", "SITE", "QPST"];
    for (name, from, to) in [("twice", "[999]", "[215]"), ("types", "name = \"first\"", "name = \"location\"")] {
        let text = section("", "").replace("site_table", "mq_buffer_pool").replace(from, to);
        let layouts = Site::new(name, &[("smf/115/site.toml", &text)]).read().unwrap();
        let error = Plan::new(&layouts).map(|_| ()).unwrap_err().to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn a_column_that_every_record_has_cannot_be_a_field_as_well() {
    let text = section("", r#"{ at = 4, type = "u32", name = "queue_manager", unit = "count", meaning = "x" },"#);
    let layouts = Site::new("column", &[("smf/115/site.toml", &text)]).read().unwrap();
    let error = Plan::new(&layouts).unwrap_err().to_string();
    assert!(error.contains("queue_manager") && error.contains("site_table"), "{error}");
}

#[test]
fn mistakes_in_a_field_are_named() {
    let one = |rest: &str| format!(r#"{{ unit = "count", meaning = "x", {rest} }},"#);
    for (rest, words) in [
        (r#"at = 4, name = "x", type = "u33""#, "type \"u33\" is not known"),
        (r#"at = 4, name = "x", type = "text:0""#, "type \"text:0\" is not known"),
        (r#"at = 4, name = "First Name", type = "u32""#, "lower-case letters"),
        (r#"at = 4, name = "first", type = "u32""#, "the name stands twice"),
        (r#"at = 4, name = "x", type = "u8", bits = { from = 7, width = 2 }"#, "do not lie within its 8 bits"),
        (r#"at = 4, name = "x", type = "u64", values = { 1 = "ONE" }"#, "up to 4 bytes"),
        (r#"at = 4, name = "x", type = "u8", values = { one = "ONE" }"#, "not a number"),
        (r#"at = 4, name = "x", type = "u8", values = { 1 = "ONE", 2 = "ONE" }"#, "stands for two values"),
        (r#"at = 4, name = "x", type = "u32", count = 3"#, "a stride"),
        (r#"at = 4, name = "x", type = "u32", count = 0, stride = 4"#, "a count above 0"),
        (r#"at = 4, name = "x", type = "u32", count = 3, stride = 2"#, "too small"),
        (r#"at = 32760, name = "x", type = "u32""#, "beyond any record"),
        (r#"at = 9223372036854775807, name = "x", type = "u32""#, "beyond any record"),
        (r#"at = -1, name = "x", type = "u32""#, "at"),
        (r#"at = 4, name = "x", type = "u32", trust = "rumour""#, "seen, ibm, code, derived"),
        (r#"at = 4, name = "x", type = "u32", colour = "red""#, "colour"),
    ] {
        let error = error_of("field", "", &one(rest));
        assert!(error.contains(words), "{rest}: {error}");
    }
}

#[test]
fn mistakes_in_a_section_are_named() {
    for (extra, words) in [
        ("colour = \"red\"", "colour"),
        ("eye_catcher = { at = 32760, text = \"SITE\" }", "beyond any record"),
        ("eye_catcher = { at = 4, text = \"\" }", "eye_catcher"),
        ("length_at = 40000", "length_at"),
        ("lengths = [104, 999999999]", "lengths"),
        ("expect = [{ at = 0, type = \"text:4\", values = [1] }]", "not an integer"),
        ("expect = [{ at = 0, type = \"u16\", values = [] }]", "no values"),
        ("expect = [{ at = 32760, type = \"u16\", values = [1] }]", "beyond any record"),
        ("shortest = 40000", "shortest"),
        ("holds = [{ ascending = [\"first\"] }]", "too few fields"),
        ("holds = [{ ascending = [\"first\", \"second\"] }]", "no field second"),
        ("holds = [{ sum = [\"first\"] }]", "`equals` or `at_most`"),
        ("holds = [{ range = [\"first\"] }]", "limits"),
        ("holds = [{ range = [\"first\"], from = 2, to = 1 }]", "limits"),
        ("holds = [{ equal = [\"first\", \"first\"], to = 1 }]", "limits that do not belong"),
        ("holds = [{ equal = [\"first\", \"first\"], within = -1 }]", "limits"),
        ("holds = [{ names = [\"first\"] }]", "first is not a text"),
        ("holds = [{ rate = [\"first\"], to = 5 }]", "limits"),
        ("holds = [{ rate = [\"first\"], over = [\"written\"] }]", "limits"),
        ("holds = [{ range = [\"first\"], to = 5, over = [\"written\"] }]", "limits that do not belong"),
        ("holds = [{ equal = [\"first\", \"first\"], sum = [\"first\"] }]", "one of ascending"),
        ("holds = [{ within = 1 }]", "one of ascending"),
        ("rows = { at = 8, stride = 2, count = 4, present = { at = 0, length = 2 } }", "do not hold the fields"),
        ("rows = { at = 8, stride = 8, count = 0, present = { at = 0, length = 2 } }", "rows"),
        ("rows = { at = 8, stride = 8, count = 4, present = { at = 0, length = 0 } }", "rows"),
        ("rows = { at = 8, stride = 9223372036854775807, count = 4, present = { at = 0, length = 1 } }", "beyond any"),
    ] {
        let error = error_of("section", extra, "");
        assert!(error.contains(words), "{extra}: {error}");
    }
    let without_table = section("", "").replace("table = \"site_table\"", "");
    let error = Site::new("table", &[("smf/115/site.toml", &without_table)]).read().unwrap_err();
    assert!(error.contains("needs a `table`"), "{error}");
    let unknown_type = section("", "").replace("type = 115, sub", "type = 77, sub");
    let error = Site::new("type", &[("smf/115/site.toml", &unknown_type)]).read().unwrap_err();
    assert!(error.contains("77") && error.contains("record.toml"), "{error}");
}

#[test]
fn mistakes_in_a_record_file_are_named() {
    let record = |triplets: &str, context: &str| {
        format!(
            "record = \"SMF 115\"\ntype = 115\ntitle = \"t\"\nsystem = \"mq\"\nsource = \"s\"\ntrust = \"code\"\n\
             triplets = {triplets}\ncontext = [{context}]\nheader = []\n"
        )
    };
    for (triplets, context, words) in [
        ("{ at = 4, stride = 8 }", "", "24 or later"),
        ("{ at = 28, stride = 4 }", "", "8 bytes or more apart"),
        ("{ offsets = [24, 30] }", "", "8 bytes or more apart"),
        ("{ offsets = [24, 32], stride = 8 }", "", "or `offsets`"),
        ("{ offsets = [28, 40000] }", "", "beyond any record"),
        ("{ at = 28, stride = 9223372036854775807 }", "", "beyond any record"),
        (
            "{ at = 28, stride = 8 }",
            "{ section = \"NONE\", subtypes = [1], triplet = 0, at = 0 }",
            "NONE has no layout",
        ),
        ("{ at = 28, stride = 8 }", "{ section = \"QWHS\", subtypes = [1], triplet = 9999999, at = 0 }", "triplet"),
    ] {
        let site = Site::new("record", &[("smf/115/record.toml", &record(triplets, context))]);
        let error = site.read().unwrap_err();
        assert!(error.contains(words), "{triplets} {context}: {error}");
    }
    let site = Site::new("types", &[("types.toml", "[names]\n\"three hundred\" = \"x\"\n")]);
    assert!(site.read().unwrap_err().contains("not a record type"));
    for key in ["102", "102.x", "300.1"] {
        let site = Site::new("subtypes", &[("subtypes.toml", &format!("[names]\n\"{key}\" = \"x\"\n"))]);
        assert!(site.read().unwrap_err().contains("a dot and a subtype"), "{key}");
    }
    let error = Layouts::builtin().unwrap().with_directory(&PathBuf::from("/no/such/place")).unwrap_err().to_string();
    assert!(error.contains("/no/such/place") && error.contains("cannot be read"), "{error}");
}

#[test]
fn every_built_in_section_fills_one_table_of_the_plan() {
    let layouts = Layouts::builtin().unwrap();
    let plan = Plan::new(&layouts).unwrap();
    for section in layouts.sections.values().filter(|s| !s.places.is_empty()) {
        let table = plan.tables.iter().find(|t| t.section == section.name).unwrap();
        assert_eq!(Some(&table.name), section.table.as_ref());
        for field in &section.fields {
            let column = table.schema.field_with_name(&field.name).unwrap();
            assert_eq!(column.data_type(), &field.data_type(), "{}.{}", table.name, field.name);
        }
        for place in &section.places {
            assert!(place.subtypes.iter().all(|subtype| plan.decodes(place.record_type, *subtype)));
        }
    }
    assert!(layouts.type_names.len() > 80);
}
