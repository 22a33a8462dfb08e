//! Reading layouts: from what ships with getpage and from a site's own directory, and what must hold between them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::field::Field;
use super::monitoring::{self, MonitorText, Monitoring};
use super::record::RecordText;
use super::section::SectionText;
use super::set::Layouts;
use super::{LayoutError, ancestors, check};

static BUILTIN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../layouts");

#[derive(Deserialize)]
struct TypeNames {
    names: BTreeMap<String, String>,
}

impl Layouts {
    /// The layouts that ship with getpage.
    pub fn builtin() -> Result<Layouts, LayoutError> {
        let mut set = Layouts::default();
        let mut pending = vec![&BUILTIN];
        while let Some(dir) = pending.pop() {
            pending.extend(dir.dirs());
            for file in dir.files() {
                let name = file.path().to_string_lossy().into_owned();
                let text = file.contents_utf8().ok_or_else(|| problem(&name, "is not UTF-8"))?;
                set.add(&name, text)?;
            }
        }
        set.monitor();
        set.verify()?;
        Ok(set)
    }

    /// Adds every `.toml` file below `directory`; a section or record of a known name replaces the earlier one.
    pub fn with_directory(mut self, directory: &Path) -> Result<Layouts, LayoutError> {
        let mut pending = vec![directory.to_path_buf()];
        while let Some(dir) = pending.pop() {
            let name = dir.to_string_lossy().into_owned();
            let entries = fs::read_dir(&dir).map_err(|e| problem(&name, &format!("cannot be read: {e}")))?;
            for entry in entries {
                let path = entry.map_err(|e| problem(&name, &format!("cannot be read: {e}")))?.path();
                let name = path.to_string_lossy().into_owned();
                if path.is_dir() {
                    pending.push(path);
                } else if path.extension().is_some_and(|e| e == "toml") {
                    let text =
                        fs::read_to_string(&path).map_err(|e| problem(&name, &format!("cannot be read: {e}")))?;
                    self.add(&name, &text)?;
                }
            }
        }
        self.monitor();
        self.verify()?;
        Ok(self)
    }

    fn add(&mut self, name: &str, text: &str) -> Result<(), LayoutError> {
        let file = Path::new(name).file_name().and_then(|f| f.to_str()).unwrap_or_default();
        if !file.ends_with(".toml") {
            return Ok(());
        }
        if file == "types.toml" {
            let parsed: TypeNames = toml::from_str(text).map_err(|e| problem(name, &e.to_string()))?;
            for (key, title) in parsed.names {
                let number =
                    key.parse().map_err(|_| problem(name, &format!("{key:?} is not a record type (0 to 255)")))?;
                self.type_names.insert(number, title);
            }
        } else if file == "subtypes.toml" {
            let parsed: TypeNames = toml::from_str(text).map_err(|e| problem(name, &e.to_string()))?;
            for (key, title) in parsed.names {
                let numbers = key.split_once('.').and_then(|(t, s)| Some((t.parse().ok()?, s.parse().ok()?)));
                let kind = numbers.ok_or_else(|| {
                    problem(name, &format!("{key:?} is not a record type (0 to 255), a dot and a subtype"))
                })?;
                self.subtype_names.insert(kind, title);
            }
        } else if file == "events.toml" {
            let parsed: TypeNames = toml::from_str(text).map_err(|e| problem(name, &e.to_string()))?;
            for (key, title) in parsed.names {
                let event = u16::from_str_radix(&key, 16).map_err(|_| {
                    problem(name, &format!("{key:?} is no event identifier of four hexadecimal digits"))
                })?;
                self.event_names.insert(event, title);
            }
        } else if file == "monitoring.toml" {
            let parsed: MonitorText = toml::from_str(text).map_err(|e| problem(name, &e.to_string()))?;
            self.monitoring = Monitoring::new(parsed.fields).map_err(|e| problem(name, &e.0))?;
            self.monitoring_source = parsed.source;
        } else if file == "record.toml" {
            let parsed: RecordText = toml::from_str(text).map_err(|e| problem(name, &e.to_string()))?;
            let record = parsed.build().map_err(|e| problem(name, &e.0))?;
            check::record(&record).map_err(|e| problem(name, &e.0))?;
            self.records.insert(record.record_type, record);
        } else {
            let parsed: SectionText = toml::from_str(text).map_err(|e| problem(name, &e.to_string()))?;
            let section = parsed.build().map_err(|e| problem(name, &e.0))?;
            check::section(&section).map_err(|e| problem(name, &e.0))?;
            self.sections.insert(section.name.clone(), section);
        }
        Ok(())
    }

    /// Makes the sections of the tables that fields of monitoring fill: each has the columns of the record and the region.
    fn monitor(&mut self) {
        let header = self.records.get(&monitoring::RECORD).map_or(Vec::new(), |record| record.header.clone());
        let product = self.sections.get(monitoring::PRODUCT).map_or(Vec::new(), |section| section.fields.clone());
        let common: Vec<Field> = header.into_iter().chain(product).collect();
        for section in monitoring::sections(&self.monitoring.fields, &self.monitoring_source, &common) {
            self.sections.insert(section.name.clone(), section);
        }
        if let Some(exception) = self.sections.get_mut(monitoring::EXCEPTION) {
            exception.fields.retain(|field| !common.iter().any(|known| known.name == field.name));
            exception.fields.splice(0..0, common);
        }
    }

    /// Checks what only the whole set shows: names that refer to each other.
    fn verify(&self) -> Result<(), LayoutError> {
        for record in self.records.values() {
            for context in &record.context {
                if !self.sections.contains_key(&context.section) {
                    return Err(problem(&record.name, &format!("context section {} has no layout", context.section)));
                }
            }
        }
        for section in self.sections.values() {
            for place in &section.places {
                if !self.records.contains_key(&place.record_type) {
                    return Err(problem(
                        &section.name,
                        &format!("record type {} has no record.toml", place.record_type),
                    ));
                }
                let chains = self.records.get(&place.record_type).map_or(&[][..], |r| &r.chains);
                let chained =
                    |s: &u16| chains.iter().any(|c| c.subtypes.contains(s) && place.triplet == Some(c.triplet));
                if place.subtypes.iter().any(|s| chained(s) != place.id.is_some()) {
                    let why = "`where` has an id where, and only where, the triplet points to a chain of the record";
                    return Err(problem(&section.name, why));
                }
            }
            ancestors::verify(self, section).map_err(|e| problem(&section.name, &e.0))?;
        }
        Ok(())
    }
}

fn problem(file: &str, problem: &str) -> LayoutError {
    LayoutError { file: file.to_owned(), problem: problem.to_owned() }
}
