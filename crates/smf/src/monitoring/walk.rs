//! A walk: where the fields of a performance record stand, by a dictionary and the connectors of the record itself.
//!
//! The k-th connector says which entry of the dictionary the k-th field is; the fields follow each other without gaps. So
//! the lengths must add up to that of the record, and a known field must have its name and a length that it can have:
//! what does not is another region's or another day's dictionary, by which no number may be read.
//!
//! Source: IBM CICS TS, "Performance data sections" and "Field connectors".

use crate::layout::monitoring::{CONTEXT, PROGRAM};
use crate::layout::{Aggregate, MonitorKind, Monitoring};
use crate::number;
use crate::problem::Problem;

use super::at::{At, narrow, wide};
use super::dictionary::Dictionary;
use super::user::UserField;

/// Fields that measures add up or take the most of, each with where it stands and the place of its measure.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    /// 12 bytes: time, flags, number of periods; two measures.
    pub(crate) clocks: Vec<(usize, usize)>,
    /// 8 bytes: the same in 16 microseconds.
    pub(crate) old_clocks: Vec<(usize, usize)>,
    pub(crate) counts: Vec<(usize, usize)>,
    pub(crate) wide_counts: Vec<(usize, usize)>,
    /// Packed decimal numbers; what is none counts nothing.
    pub(crate) packed: Vec<(At, usize)>,
    pub(crate) peaks: Vec<(At, usize)>,
}

/// Fields by which a task is told and judged.
#[derive(Debug)]
pub(crate) struct Marks {
    pub(crate) transaction: At,
    pub(crate) start: At,
    pub(crate) stop: At,
    pub(crate) cpu: Option<At>,
    pub(crate) dispatch: Option<At>,
    pub(crate) suspend: Option<At>,
    /// Dispatch by TCB: QR, the other TCBs of CICS, key 8 and key 9; empty where one of them is missing.
    pub(crate) dispatched: Vec<At>,
    /// Dispatch on the RO TCB, which releases count among the others or beside them.
    pub(crate) file_dispatched: Option<At>,
    /// What tells tasks apart beside their transaction: application and platform.
    pub(crate) context: Vec<Option<At>>,
    pub(crate) program: Option<At>,
    /// Parts of the suspend time.
    pub(crate) waits: Vec<At>,
    pub(crate) number: Option<At>,
    pub(crate) record_type: Option<At>,
    pub(crate) records: Option<At>,
    pub(crate) abend: Option<At>,
}

/// Where the fields of a performance record stand.
#[derive(Debug)]
pub(crate) struct Walk {
    /// Bytes of a performance record.
    pub(crate) size: usize,
    /// Each field of [`Monitoring::fields`], where the record has it.
    pub(crate) places: Vec<Option<At>>,
    /// Fields of the record that have no column.
    pub(crate) kept_out: usize,
    /// Of these, the fields of the user.
    pub(crate) users: Vec<UserField>,
    pub(crate) sums: Sums,
    pub(crate) marks: Marks,
}

impl Walk {
    /// The walk of records with these connectors, `size` bytes each.
    pub(crate) fn new(
        monitoring: &Monitoring,
        dictionary: &Dictionary,
        connectors: &[u8],
        size: usize,
    ) -> Result<Walk, Problem> {
        let expected = || "performance records as the dictionary of the region describes them".to_owned();
        let wrong = |found: String| Problem { expected: expected(), found };
        let mut places = vec![None; monitoring.fields.len()];
        let (mut at, mut kept_out) = (0, 0);
        let mut users = Vec::new();
        for (nth, connector) in connectors.chunks_exact(2).enumerate() {
            let connector = number::unsigned(connector) as usize;
            let entry = connector.checked_sub(1).and_then(|index| dictionary.entries.get(index));
            let Some(entry) = entry else {
                let all = dictionary.entries.len();
                return Err(wrong(format!("connector {nth} to be entry {connector} of {all}")));
            };
            let what = format!("{} {}{:03} {}", entry.group, entry.kind.letter(), entry.id, entry.name);
            let known = monitoring.find(&entry.group, entry.kind, entry.id, &entry.name);
            let known = known.map_err(|name| wrong(format!("{what}, which is {name}")))?;
            match known {
                Some(field) if !monitoring.fields[field].fits(entry.length) => {
                    return Err(wrong(format!("{what} of {} bytes", entry.length)));
                }
                Some(field) if places[field].is_some() => return Err(wrong(format!("{what} twice"))),
                Some(field) => places[field] = Some(At { at, length: entry.length }),
                None if monitoring.inside(&entry.group, entry.kind, entry.id).next().is_some() => {
                    for (field, from) in monitoring.inside(&entry.group, entry.kind, entry.id) {
                        let length = monitoring.fields[field].length;
                        let there = from + length <= entry.length;
                        places[field] = there.then_some(At { at: at + from, length });
                    }
                }
                None => {
                    kept_out += 1;
                    users.extend(UserField::of(entry, At { at, length: entry.length }));
                }
            }
            at += entry.length;
        }
        if at != size || size == 0 {
            return Err(wrong(format!("fields of {at} bytes in all, in records of {size}")));
        }
        let marks = marks(monitoring, &places).ok_or_else(|| wrong("no transaction, START or STOP".to_owned()))?;
        let sums = sums(monitoring, &places);
        Ok(Walk { size, places, kept_out, users, sums, marks })
    }
}

fn marks(monitoring: &Monitoring, places: &[Option<At>]) -> Option<Marks> {
    let place = |name: &str| monitoring.fields.iter().zip(places).find(|(f, _)| f.name == name).and_then(|(_, at)| *at);
    Some(Marks {
        transaction: place("transaction")?,
        start: place("started")?,
        stop: place("ended")?,
        cpu: place("cpu"),
        dispatch: place("dispatch"),
        suspend: place("suspend"),
        dispatched: ["qr_dispatch", "other_dispatch", "key8_dispatch", "key9_dispatch"]
            .into_iter()
            .map(place)
            .collect::<Option<_>>()
            .unwrap_or_default(),
        file_dispatched: place("ro_dispatch"),
        context: match CONTEXT.map(|(name, _)| place(name)) {
            places if places.iter().all(Option::is_none) => Vec::new(),
            places => places.to_vec(),
        },
        program: place(PROGRAM),
        waits: [place("first_dispatch"), place("redispatch_wait")].into_iter().flatten().collect(),
        number: place("task_number"),
        record_type: place("record_type_code"),
        records: place("performance_records"),
        abend: place("abend"),
    })
}

/// Measures that fields of monitoring have, in their order: clocks two, and the others one.
pub(crate) fn slots(monitoring: &Monitoring) -> usize {
    let measured = monitoring.fields.iter().filter(|f| f.measure().is_some());
    measured.map(|f| if f.kind == MonitorKind::Clock { 2 } else { 1 }).sum()
}

fn sums(monitoring: &Monitoring, places: &[Option<At>]) -> Sums {
    let mut sums = Sums::default();
    let mut slot = 0;
    for (field, place) in monitoring.fields.iter().zip(places) {
        let Some(measure) = field.measure() else { continue };
        if let Some(place) = *place {
            match (field.kind, measure, place.length) {
                (MonitorKind::Clock, _, 12) => sums.clocks.push((place.at, slot)),
                (MonitorKind::Clock, ..) => sums.old_clocks.push((place.at, slot)),
                (_, Aggregate::Peak, _) => sums.peaks.push((place, slot)),
                (MonitorKind::Packed, Aggregate::Sum, _) => sums.packed.push((place, slot)),
                (_, Aggregate::Sum, 8) => sums.wide_counts.push((place.at, slot)),
                (_, Aggregate::Sum, _) => sums.counts.push((place.at, slot)),
            }
        }
        slot += if field.kind == MonitorKind::Clock { 2 } else { 1 };
    }
    sums
}

impl Sums {
    /// Adds a performance record to its measures.
    pub(crate) fn add(&self, row: &[u8], slots: &mut [u64]) {
        for &(at, slot) in &self.clocks {
            let (Some(bytes), Some([time, periods])) =
                (row.get(at..at + 12), slots.get_mut(slot..slot + 2).and_then(|s| s.first_chunk_mut::<2>()))
            else {
                continue;
            };
            *time = time.wrapping_add(wide(bytes));
            *periods += u64::from(narrow(&bytes[8..]) & 0x00FF_FFFF);
        }
        for &(at, slot) in &self.old_clocks {
            let Some(bytes) = row.get(at..at + 8) else { continue };
            slots[slot] = slots[slot].wrapping_add(u64::from(narrow(bytes)) << 16);
            slots[slot + 1] += u64::from(narrow(&bytes[4..]) & 0x00FF_FFFF);
        }
        for &(at, slot) in &self.counts {
            slots[slot] += u64::from(narrow(row.get(at..at + 4).unwrap_or_default()));
        }
        for &(at, slot) in &self.wide_counts {
            slots[slot] = slots[slot].wrapping_add(wide(row.get(at..at + 8).unwrap_or_default()));
        }
        for &(place, slot) in &self.packed {
            let value = number::packed(place.of(row)).and_then(|value| u64::try_from(value).ok());
            slots[slot] = slots[slot].wrapping_add(value.unwrap_or_default());
        }
        for &(place, slot) in &self.peaks {
            slots[slot] = slots[slot].max(number::unsigned(place.of(row)));
        }
    }
}
