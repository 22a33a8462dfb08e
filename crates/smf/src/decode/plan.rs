//! The plan: tables, their columns, and the sections of each record type and subtype that fill them.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field as ArrowField, Schema};

use crate::ims;
use crate::layout::monitoring::{EXCEPTION, TASKS, TRANSACTIONS};
use crate::layout::{Field, Layouts, Record, Rows, Section, Where, ancestors};
use crate::map::Map;
use crate::monitor::Tables;
use crate::monitoring::product::MONITORING;
use crate::record::{self, Check};

use super::rates::RateRoute;
use super::shared;
use super::table::{Origin, PlanError, TablePlan};

/// Most context sections that one record type may have.
pub(super) const CONTEXTS: usize = 6;

/// How the elements of a section are found from those of its parent.
#[derive(Debug, Clone)]
pub(super) enum Lead {
    /// By the triplet at this offset of each.
    Triplet(usize),
    /// By their numbers.
    Numbers(Box<Numbers>),
    /// They stand inside it.
    Around,
}

/// Fields of a parent that say which are its own.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pub(super) first: Field,
    pub(super) count: Field,
    /// The column of a common section that, where it is not zero, says that the record is a piece of a larger one.
    pub(super) unless: Option<(usize, Field)>,
}

/// The parent of a section.
#[derive(Debug, Clone)]
pub(super) struct ParentRoute {
    /// Which of the sections of the route it is.
    pub(super) route: usize,
    pub(super) lead: Lead,
}

/// One section of a record type and subtype.
#[derive(Debug, Clone)]
pub(super) struct SectionRoute {
    pub(super) name: String,
    pub(super) triplet: Option<usize>,
    pub(super) parent: Option<ParentRoute>,
    pub(super) table: usize,
    pub(super) check: Check,
    pub(super) rates: Vec<RateRoute>,
    pub(super) rows: Option<Rows>,
    /// Bytes that a section must have to hold any of the fields: a shorter one, of an older release, is no row.
    pub(super) least: usize,
    pub(super) varying: bool,
    /// Its identifier in the chain of the record.
    pub(super) id: Option<u16>,
}

/// One context section of a record type and subtype.
#[derive(Debug, Clone)]
pub(super) struct ContextRoute {
    pub(super) slot: usize,
    pub(super) triplet: usize,
    pub(super) at: usize,
    pub(super) header: Option<u8>,
    pub(super) check: Check,
}

/// What to do with a record type and subtype.
#[derive(Debug, Clone, Default)]
pub(super) struct Route {
    pub(super) contexts: Vec<ContextRoute>,
    pub(super) sections: Vec<SectionRoute>,
}

/// The plan made of a set of layouts.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The tables, by name; one that several sections fill stands once for each.
    pub tables: Vec<TablePlan>,
    pub(super) routes: Map<(u8, u16), Route>,
    pub(super) records: Vec<Option<Arc<Record>>>,
    /// The tables of CICS monitoring, where the layouts have them.
    pub(crate) monitor: Option<Tables>,
}

impl Plan {
    /// Makes the plan; fails when two layouts contradict each other about a table or column.
    pub fn new(layouts: &Layouts) -> Result<Plan, PlanError> {
        let mut plan = Plan { tables: Vec::new(), routes: Map::default(), records: vec![None; 256], monitor: None };
        for record in layouts.records.values() {
            plan.records[usize::from(record.record_type)] = Some(Arc::new(record.clone()));
        }
        let mut by_name: BTreeMap<&str, Vec<&Section>> = BTreeMap::new();
        for section in layouts.sections.values() {
            if let Some(table) = &section.table {
                by_name.entry(table).or_default().push(section);
            }
        }
        let filled = by_name.iter().flat_map(|(name, sections)| {
            sections.iter().filter(|s| !s.places.is_empty()).enumerate().map(|(part, s)| (*name, part, *s))
        });
        let mut placed: Vec<(usize, &Section)> = Vec::new();
        for (name, part, section) in filled {
            placed.push((plan.tables.len(), section));
            plan.tables.push(table(name, part, section, layouts)?);
        }
        plan.monitor = plan.monitored(layouts)?;
        // Parents before what belongs to them.
        placed.sort_by_key(|(_, section)| ancestors::ancestors(layouts, section).len());
        for (index, section) in placed {
            for place in &section.places {
                for subtype in &place.subtypes {
                    let check = Check::new(section);
                    let rates = RateRoute::of(layouts, section, &check, place, *subtype).map_err(|column| {
                        PlanError(format!("{}: holds: its record has no column {column}", section.name))
                    })?;
                    let route = plan.routes.entry((place.record_type, *subtype)).or_default();
                    let routed = SectionRoute {
                        name: section.name.clone(),
                        triplet: place.triplet,
                        parent: lead(layouts, section, place, &route.sections),
                        table: index,
                        check,
                        rates,
                        rows: section.rows.clone(),
                        least: section.fields.iter().map(Field::end).filter(|end| *end > 0).min().unwrap_or(0),
                        varying: section.varying,
                        id: place.id,
                    };
                    route.sections.push(routed);
                }
            }
        }
        for (name, sections) in &by_name {
            shared::verify(name, sections, &plan.tables)?;
        }
        for record in layouts.records.values() {
            let names = record::context_names(layouts, record.record_type);
            if names.len() > CONTEXTS {
                return Err(PlanError(format!("{} has more than {CONTEXTS} context sections", record.name)));
            }
            for context in &record.context {
                let slot = names.iter().position(|n| *n == context.section).unwrap_or_default();
                let check = Check::new(&layouts.sections[&context.section]);
                for subtype in &context.subtypes {
                    if let Some(route) = plan.routes.get_mut(&(record.record_type, *subtype)) {
                        let (triplet, at, header) = (context.triplet, context.at, context.header);
                        route.contexts.push(ContextRoute { slot, triplet, at, header, check: check.clone() });
                    }
                }
            }
        }
        Ok(plan)
    }

    /// Adds the tables of CICS monitoring, whose sections have no place of their own in a record.
    fn monitored(&mut self, layouts: &Layouts) -> Result<Option<Tables>, PlanError> {
        let mut places = BTreeMap::new();
        for name in [TASKS.0, EXCEPTION, TRANSACTIONS.0] {
            let section = layouts.sections.get(name);
            let Some((section, of)) = section.and_then(|s| Some((s, s.table.as_ref()?))) else { return Ok(None) };
            places.insert(name, self.tables.len());
            self.tables.push(table(of, 0, section, layouts)?);
        }
        Ok(Tables::new(layouts, |name| places.get(name).copied().unwrap_or_default()))
    }

    /// Whether the subtype of a record type is decoded.
    pub fn decodes(&self, record_type: u8, subtype: u16) -> bool {
        self.routes.contains_key(&(record_type, subtype))
            || (record_type, subtype) == MONITORING && self.monitor.is_some()
    }
}

/// How a section is found from its parent, which stands among those before it.
fn lead(layouts: &Layouts, section: &Section, place: &Where, before: &[SectionRoute]) -> Option<ParentRoute> {
    let parent = section.parent.as_ref()?;
    let route = before.iter().position(|s| s.name == parent.section)?;
    let number = |name: &Option<String>| {
        let mut fields = layouts.sections.get(&parent.section)?.fields.iter();
        fields.find(|f| Some(&f.name) == name.as_ref()).cloned()
    };
    let lead = match parent.at {
        Some(at) => Lead::Triplet(at),
        None if parent.is_around() => Lead::Around,
        None => {
            let unless = parent.unless.as_ref().and_then(|name| {
                let record = layouts.records.get(&place.record_type)?;
                let (context, field) = ancestors::common(layouts, record, place, name)?;
                let names = record::context_names(layouts, place.record_type);
                Some((names.iter().position(|n| *n == context.section)?, field.clone()))
            });
            Lead::Numbers(Box::new(Numbers { first: number(&parent.first)?, count: number(&parent.count)?, unless }))
        }
    };
    Some(ParentRoute { route, lead })
}

fn table(name: &str, part: usize, section: &Section, layouts: &Layouts) -> Result<TablePlan, PlanError> {
    let mut columns: Vec<(String, DataType, Origin)> =
        vec![("file".into(), DataType::UInt32, Origin::File), ("record".into(), DataType::UInt64, Origin::Offset)];
    for place in &section.places {
        let record = &layouts.records[&place.record_type];
        for field in &record.header {
            let is_own = section.fields.iter().any(|own| ims::is_local_time_of(own, field));
            if !is_own && !columns.iter().any(|c| c.0 == field.name) {
                columns.push((field.name.clone(), field.data_type(), Origin::Header(field.clone())));
            }
        }
        let slots = record::context_names(layouts, place.record_type);
        let of_place = record.context.iter().filter(|c| c.is_of(name, &place.subtypes));
        for context in of_place {
            let slot = slots.iter().position(|s| *s == context.section).unwrap_or_default();
            for field in &layouts.sections[&context.section].fields {
                match columns.iter_mut().find(|c| c.0 == field.name) {
                    Some((_, _, Origin::Context(fields))) => {
                        if !fields.iter().any(|(known, _)| *known == slot) {
                            fields.push((slot, field.clone()));
                        }
                    }
                    Some(_) => return Err(PlanError(format!("column {} of {name} stands twice", field.name))),
                    None => columns.push((
                        field.name.clone(),
                        field.data_type(),
                        Origin::Context(vec![(slot, field.clone())]),
                    )),
                }
            }
        }
    }
    for column in section.parent.iter().flat_map(|p| &p.columns) {
        if let Some((depth, field)) = ancestors::column(layouts, section, column) {
            if columns.iter().any(|c| c.0 == *column) {
                return Err(PlanError(format!("column {column} of {name} stands twice")));
            }
            columns.push((column.clone(), field.data_type(), Origin::Parent(depth, field.clone())));
        }
    }
    for field in &section.fields {
        if columns.iter().any(|c| c.0 == field.name) {
            return Err(PlanError(format!("column {} of {name} is also a column of the record", field.name)));
        }
        let origin = if field.position { Origin::Position } else { Origin::Section(field.clone()) };
        columns.push((field.name.clone(), field.data_type(), origin));
    }
    let fields: Vec<ArrowField> = columns
        .iter()
        .map(|(column, data_type, origin)| {
            ArrowField::new(column, data_type.clone(), !matches!(origin, Origin::File | Origin::Offset))
        })
        .collect();
    let linked = columns.iter().any(|(_, _, origin)| matches!(origin, Origin::Parent(..) | Origin::Position));
    let origins: Vec<Origin> = columns.into_iter().map(|(_, _, origin)| origin).collect();
    let shared = origins.iter().take_while(|origin| origin.is_shared()).count();
    Ok(TablePlan {
        name: name.to_owned(),
        part,
        section: section.name.clone(),
        schema: Arc::new(Schema::new(fields)),
        origins,
        shared,
        linked,
    })
}
