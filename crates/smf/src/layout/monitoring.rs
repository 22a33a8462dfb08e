//! The fields of CICS monitoring that have columns, and the tables made of them.
//!
//! Where a field stands in a record is never in a layout: only the dictionary of the region that wrote it tells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Flaw;
use super::field::{Array, Field, Kind};
use super::section::Section;

/// The record type.
pub const RECORD: u8 = 110;
/// Section of the tasks as they are, and its table.
pub const TASKS: (&str, &str) = ("CICS tasks", "cics_task");
/// Section of the measures by transaction, and its table.
pub const TRANSACTIONS: (&str, &str) = ("CICS transactions", "cics_transaction");
/// The column of tasks that has the fields of the user.
pub const USER_FIELDS: &str = "user_fields";
/// Section of an exception.
pub const EXCEPTION: &str = "MNEXCDS";
/// Section with the columns that all these tables have.
pub const PRODUCT: &str = "SMFMN";

/// What a dictionary calls the type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MonitorKind {
    /// A clock: time and number of periods.
    #[serde(rename = "S")]
    Clock,
    /// A count.
    #[serde(rename = "A")]
    Count,
    /// Characters.
    #[serde(rename = "C")]
    Text,
    /// A time stamp.
    #[serde(rename = "T")]
    Stamp,
    /// A packed decimal number.
    #[serde(rename = "P")]
    Packed,
}

impl MonitorKind {
    /// The type by its letter.
    pub fn of(letter: char) -> Option<MonitorKind> {
        Some(match letter {
            'S' => MonitorKind::Clock,
            'A' => MonitorKind::Count,
            'C' => MonitorKind::Text,
            'T' => MonitorKind::Stamp,
            'P' => MonitorKind::Packed,
            _ => return None,
        })
    }

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            MonitorKind::Clock => 'S',
            MonitorKind::Count => 'A',
            MonitorKind::Text => 'C',
            MonitorKind::Stamp => 'T',
            MonitorKind::Packed => 'P',
        }
    }
}

/// What becomes of the values of many tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aggregate {
    /// They are added up.
    Sum,
    /// The largest is kept.
    Peak,
}

/// One field of monitoring.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonitorField {
    /// Group, such as `DFHTASK`.
    pub group: String,
    /// Type.
    #[serde(rename = "type")]
    pub kind: MonitorKind,
    /// Identifier within group and type; 0 where only the name is known.
    pub id: u16,
    /// Column; a clock has two, `_us` and `_count` behind it.
    pub name: String,
    /// Name that the dictionary gives it.
    pub ibm: String,
    /// Unit.
    pub unit: String,
    /// One line of meaning.
    pub meaning: String,
    /// How well its identifier is known.
    pub trust: String,
    /// Bytes; 0 where the dictionary says, 4 or 8.
    #[serde(default)]
    pub length: usize,
    /// What becomes of it in measures; clocks are added up.
    #[serde(default)]
    pub aggregate: Option<Aggregate>,
    /// Where it stands inside the characters that an entry of its group and identifier has; None of one with an entry of
    /// its own.
    #[serde(default)]
    pub inside: Option<usize>,
}

impl MonitorField {
    /// Whether its identifier is known well enough to say that a dictionary with another name there is a wrong one.
    pub fn is_certain(&self) -> bool {
        self.trust != "derived" && self.id != 0
    }

    /// Whether a field of the type may have so many bytes.
    pub fn fits(&self, length: usize) -> bool {
        match self.kind {
            MonitorKind::Clock => matches!(length, 8 | 12),
            MonitorKind::Count => matches!(length, 4 | 8) && (self.length != 4 || length == 4),
            MonitorKind::Stamp => length == 8,
            MonitorKind::Packed => (1..=8).contains(&length),
            MonitorKind::Text => length == self.length,
        }
    }

    /// The length that it has where nothing says otherwise.
    pub fn usual_length(&self) -> usize {
        match (self.kind, self.length) {
            (MonitorKind::Clock, _) => 12,
            (_, 0) => 8,
            (_, length) => length,
        }
    }

    /// What becomes of it in measures.
    pub fn measure(&self) -> Option<Aggregate> {
        if self.kind == MonitorKind::Clock { Some(Aggregate::Sum) } else { self.aggregate }
    }

    /// Its columns as a table of tasks has them; offsets count from the field.
    pub fn columns(&self, source: &str) -> Vec<Field> {
        let field = |name: String, at: usize, kind: Kind, unit: &str, meaning: String| Field {
            ibm: self.ibm.clone(),
            unit: unit.to_owned(),
            meaning,
            source: source.to_owned(),
            trust: self.trust.clone(),
            ..Field::plain(&name, at, kind)
        };
        let (name, meaning) = (self.name.clone(), self.meaning.clone());
        match self.kind {
            MonitorKind::Clock => vec![
                field(format!("{name}_us"), 0, Kind::StckDuration, "us", format!("time: {meaning}")),
                field(format!("{name}_count"), 9, Kind::Unsigned(3), "count", format!("number of periods: {meaning}")),
            ],
            MonitorKind::Count => vec![field(name, 0, Kind::Unsigned64, &self.unit, meaning)],
            MonitorKind::Text => vec![field(name, 0, Kind::Text(self.length), &self.unit, meaning)],
            MonitorKind::Stamp => vec![field(name, 0, Kind::Stck, &self.unit, meaning)],
            MonitorKind::Packed => vec![field(name, 0, Kind::Packed(self.length.max(1)), &self.unit, meaning)],
        }
    }
}

/// `monitoring.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MonitorText {
    pub(super) source: String,
    pub(super) fields: Vec<MonitorField>,
}

/// What the measures have besides the fields: name, type, unit, meaning.
pub const MEASURES: [(&str, Kind, &str, &str); 14] = [
    ("transaction", Kind::Text(4), "name", "transaction identifier"),
    ("interval_start", Kind::StckLocal, "time", "start of the quarter of an hour in which the tasks ended, local time"),
    ("interval_us", Kind::StckDuration, "us", "its length"),
    ("tasks", Kind::Unsigned64, "count", "tasks that ended; those of several records count once, in the last"),
    (
        "performance_records_read",
        Kind::Unsigned64,
        "count",
        "performance records of tasks, those of parts of tasks too",
    ),
    (
        "unfinished",
        Kind::Unsigned64,
        "count",
        "tasks of which parts were read and not the end: in the sums, not in tasks",
    ),
    (
        "fields_kept_out",
        Kind::Unsigned64,
        "count",
        "fields of the records that have no column, those of the user among them",
    ),
    ("abends", Kind::Unsigned64, "count", "tasks with an abend code"),
    (
        "inconsistent",
        Kind::Unsigned64,
        "count",
        "records in which CPU time exceeds dispatch, parts exceed the suspend time, or the dispatch of the TCBs is not \
         that of the task, by over 1 ms",
    ),
    ("response_us", Kind::StckDuration, "us", "response time of the tasks, added up"),
    ("response_peak_us", Kind::StckDuration, "us", "longest response time"),
    (
        "response_square",
        Kind::Hfp(8),
        "us2",
        "squares of the response times, added up: with their number and sum the variance",
    ),
    ("cpu_peak_us", Kind::StckDuration, "us", "most CPU time of a task"),
    ("cpu_square", Kind::Hfp(8), "us2", "squares of the CPU times of the tasks, added up"),
];

/// Fields by which tasks are told apart in the measures too, where records have them, and the bytes of each; numbers
/// have eight.
pub const CONTEXT: [(&str, usize); 6] = [
    ("application", 64),
    ("platform", 64),
    ("major_version", 8),
    ("minor_version", 8),
    ("micro_version", 8),
    ("operation", 64),
];

/// The field of the program that a task began with: of those of a row, the last by name.
pub const PROGRAM: &str = "program";

/// The histograms of the measures, each with its buckets and their counts.
pub const HISTOGRAMS: [(&str, &str); 2] = [("response", "response time"), ("cpu", "CPU time")];

/// The sections of the tables made of fields of monitoring.
pub(super) fn sections(fields: &[MonitorField], source: &str, common: &[Field]) -> [Section; 2] {
    let user = Field {
        ibm: "EMP".to_owned(),
        unit: "JSON".to_owned(),
        meaning:
            "fields of the user by group, type and identifier of the dictionary, clocks in microseconds and periods"
                .to_owned(),
        source: "IBM CICS TS, user-defined performance class data (DFHMCT TYPE=EMP)".to_owned(),
        trust: "ibm".to_owned(),
        ..Field::plain(USER_FIELDS, 0, Kind::Text(1))
    };
    let tasks = fields.iter().flat_map(|f| f.columns(source)).chain([user.clone()]).collect();
    let field_of = |name: &str, kind: Kind, unit: &str, meaning: &str| Field {
        ibm: "START STOP USRCPUT".to_owned(),
        unit: unit.to_owned(),
        meaning: meaning.to_owned(),
        source: "computed from the performance records of the tasks".to_owned(),
        trust: "ibm".to_owned(),
        ..Field::plain(name, 0, kind)
    };
    let mut measures: Vec<Field> =
        MEASURES.iter().map(|(name, kind, unit, meaning)| field_of(name, *kind, unit, meaning)).collect();
    measures.extend(
        fields
            .iter()
            .filter(|f| f.name == PROGRAM || CONTEXT.iter().any(|(name, _)| *name == f.name))
            .flat_map(|f| f.columns(source)),
    );
    measures.push(Field {
        meaning:
            "fields of the user that are clocks and counts, of all tasks added up: by group, type and identifier of \
                  the dictionary, clocks in microseconds and periods"
                .to_owned(),
        ..user.clone()
    });
    for (name, what) in HISTOGRAMS {
        let list = |field: Field| Field { array: Some(Array { count: 1, stride: 4 }), ..field };
        let of = format!(
            "buckets of the histogram of the {what}: number n holds 2^(n/35) up to 2^((n+1)/35) units of 1/4096 µs"
        );
        measures.push(list(field_of(&format!("{name}_buckets"), Kind::Unsigned(4), "id", &of)));
        let counts = format!("tasks in each of {name}_buckets");
        measures.push(list(field_of(&format!("{name}_bucket_tasks"), Kind::Unsigned(4), "count", &counts)));
    }
    for field in fields.iter().filter(|f| f.measure().is_some()) {
        let peak = field.measure() == Some(Aggregate::Peak);
        let sums = field.columns(source).into_iter().map(|column| Field {
            meaning: format!(
                "{}; {}",
                column.meaning,
                if peak { "the most of a task" } else { "of all tasks, added up" }
            ),
            kind: if matches!(column.kind, Kind::Unsigned(3) | Kind::Packed(_)) {
                Kind::Unsigned64
            } else {
                column.kind
            },
            ..column
        });
        measures.extend(sums);
    }
    [
        section(
            TASKS,
            "Monitoring, performance class: tasks",
            "one per performance record of a task (getpage load --tasks)",
            common,
            tasks,
        ),
        section(
            TRANSACTIONS,
            "Monitoring, performance class: measures by transaction",
            "one or more per region, transaction and quarter of an hour: add them up",
            common,
            measures,
        ),
    ]
}

fn section((name, table): (&str, &str), title: &str, row: &str, common: &[Field], fields: Vec<Field>) -> Section {
    Section {
        name: name.to_owned(),
        title: title.to_owned(),
        table: Some(table.to_owned()),
        row: row.to_owned(),
        system: "cics".to_owned(),
        places: Vec::new(),
        eye_catcher: None,
        length_at: None,
        expect: Vec::new(),
        shortest: 0,
        relations: Vec::new(),
        trust: "derived".to_owned(),
        rows: None,
        parent: None,
        varying: false,
        lengths: Vec::new(),
        fields: common.iter().cloned().chain(fields).collect(),
    }
}

/// Finds fields as a dictionary names them.
#[derive(Debug, Clone, Default)]
pub struct Monitoring {
    /// The fields, in the order of the file.
    pub fields: Vec<MonitorField>,
    by_id: BTreeMap<(String, MonitorKind, u16), usize>,
    by_name: BTreeMap<(String, MonitorKind, String), usize>,
}

impl Monitoring {
    pub(super) fn new(fields: Vec<MonitorField>) -> Result<Monitoring, Flaw> {
        let mut monitoring = Monitoring::default();
        for (at, field) in fields.iter().enumerate() {
            let place =
                |what: &str| format!("{} {}{:03} {}: {what}", field.group, field.kind.letter(), field.id, field.ibm);
            if field.kind == MonitorKind::Text && field.length == 0 {
                return Err(place("text has a length").into());
            }
            if field.inside.is_some() {
                if field.length == 0 || !matches!(field.kind, MonitorKind::Packed | MonitorKind::Count) {
                    return Err(place("what stands inside characters is a count or packed, and has a length").into());
                }
                continue;
            }
            if field.id != 0 && monitoring.by_id.insert((field.group.clone(), field.kind, field.id), at).is_some() {
                return Err(place("the identifier stands twice").into());
            }
            if !field.is_certain() {
                monitoring.by_name.entry((field.group.clone(), field.kind, field.ibm.clone())).or_insert(at);
            }
        }
        monitoring.fields = fields;
        Ok(monitoring)
    }

    /// The fields that stand inside the characters of an entry, each with where.
    pub fn inside(&self, group: &str, kind: MonitorKind, id: u16) -> impl Iterator<Item = (usize, usize)> {
        let own = move |field: &MonitorField| kind == MonitorKind::Text && field.group == group && field.id == id;
        let all = self.fields.iter().enumerate();
        all.filter_map(move |(which, field)| field.inside.filter(|_| own(field)).map(|at| (which, at)))
    }

    /// Which field an entry of a dictionary is; None for one without a column. Err with the name that should stand there.
    pub fn find(&self, group: &str, kind: MonitorKind, id: u16, name: &str) -> Result<Option<usize>, &str> {
        let by_id = self.by_id.get(&(group.to_owned(), kind, id)).copied();
        match by_id.map(|at| (at, &self.fields[at])) {
            Some((at, field)) if field.ibm == name => Ok(Some(at)),
            Some((_, field)) if field.is_certain() => Err(&field.ibm),
            _ => Ok(self.by_name.get(&(group.to_owned(), kind, name.to_owned())).copied()),
        }
    }
}
