//! Encoding: values to records, driven by the same layouts as decoding. For tests and sample sites.

mod chain;
mod children;
mod monitoring;

use std::collections::BTreeMap;

use crate::layout::{Expect, Field, Kind, Layouts, Section, Value};
use crate::monitoring::product::MONITORING;
use crate::time::TOD_PER_MICROSECOND;
use crate::{ebcdic, number, product, record, run_length, time};

pub use children::PARENT;

/// Values by column name. What is missing is written as zeros (text: blanks).
pub type Row = BTreeMap<String, Value>;

/// A record to write.
#[derive(Debug, Clone, Default)]
pub struct Spec {
    /// SMF record type.
    pub record_type: u8,
    /// Subtype.
    pub subtype: u16,
    /// Columns of the header and of the common header sections.
    pub common: Row,
    /// Rows by section name.
    pub sections: BTreeMap<String, Vec<Row>>,
    /// Lengths of sections of an older release, by section name; those not named have their full length.
    pub lengths: BTreeMap<String, usize>,
    /// Whether what follows the SMF header is compressed, as Db2 does with SMFCOMP.
    pub compressed: bool,
}

/// What a triplet points to.
struct Piece {
    count: usize,
    bytes: Vec<u8>,
    /// Each section has its length in front, and the triplet gives none.
    varying: bool,
}

/// Why a record cannot be written.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("cannot encode {what}: {why}")]
pub struct EncodeError {
    what: String,
    why: String,
}

pub(crate) fn error(what: &str, why: &str) -> EncodeError {
    EncodeError { what: what.to_owned(), why: why.to_owned() }
}

/// Bytes of the SMF header, behind which Db2 compresses.
const HEADER: usize = 28;

/// One record, RDW included, its sections in the order of their triplets and the common header last, as MQ writes them.
pub fn record(layouts: &Layouts, spec: &Spec) -> Result<Vec<u8>, EncodeError> {
    let what = format!("SMF {} subtype {}", spec.record_type, spec.subtype);
    if (spec.record_type, spec.subtype) == MONITORING {
        return monitoring::record(layouts, spec);
    }
    let layout = layouts.records.get(&spec.record_type).ok_or_else(|| error(&what, "no layout of that record type"))?;
    let mut pieces: BTreeMap<usize, Piece> = BTreeMap::new();
    let mut behind: BTreeMap<usize, Vec<&String>> = BTreeMap::new();
    let sections = children::numbered(layouts, &spec.sections)?;
    for (name, rows) in sections.iter() {
        let section = layouts.sections.get(name).ok_or_else(|| error(name, "no layout of that section"))?;
        let mut places = section.places.iter();
        let place = places.find(|p| p.record_type == spec.record_type && p.subtypes.contains(&spec.subtype));
        let place = place.ok_or_else(|| error(name, &format!("not a section of {what}")))?;
        let Some(triplet) = place.triplet.filter(|_| place.id.is_none()) else { continue };
        behind.entry(triplet).or_default().push(name);
        let length = spec.lengths.get(name).copied().unwrap_or_else(|| section.full_length());
        let members = if section.rows.is_some() {
            vec![section_bytes(section, rows, length, false)?]
        } else {
            let all = rows.iter().map(|row| section_bytes(section, std::slice::from_ref(row), length, false));
            all.collect::<Result<Vec<_>, _>>()?
        };
        let piece = Piece::of(members, section.varying).ok_or_else(|| error(name, "longer than 65,535 bytes"))?;
        match pieces.remove(&triplet) {
            None => pieces.insert(triplet, piece),
            Some(other) => pieces.insert(
                triplet,
                other
                    .with(&piece)
                    .ok_or_else(|| error(name, "not as many as of another section behind the same triplet"))?,
            ),
        };
    }
    if let Some(chain) = layout.chain(spec.subtype) {
        let bytes = chain::bytes(layouts, spec, chain)?;
        let count = usize::from(!bytes.is_empty());
        pieces.insert(chain.triplet, Piece { count, bytes, varying: false });
    }
    for context in layout.context.iter().filter(|c| c.subtypes.contains(&spec.subtype)) {
        let section = &layouts.sections[&context.section];
        let length = spec.lengths.get(&section.name).copied().unwrap_or_else(|| section.full_length());
        let bytes = section_bytes(section, std::slice::from_ref(&spec.common), length, true)?;
        let own = context.triplet == 0
            || !layouts.sections.values().flat_map(|s| &s.places).any(|p| {
                p.record_type == spec.record_type
                    && p.subtypes.contains(&spec.subtype)
                    && p.triplet == Some(context.triplet)
            });
        if own {
            let fresh = || Piece { count: 1, bytes: Vec::new(), varying: false };
            let header = &mut pieces.entry(context.triplet).or_insert_with(fresh).bytes;
            if let Some(kind) = context.header {
                product::put_header(header, kind, &bytes);
                continue;
            }
            header.resize(header.len().max(context.at + length), 0);
        }
        // Behind a triplet of other sections, the common part lies inside each of them.
        let Some(Piece { count, bytes: piece, .. }) = pieces.get_mut(&context.triplet) else { continue };
        let size = piece.len() / (*count).max(1);
        for start in (0..*count).map(|k| k * size + context.at) {
            if let Some(place) = piece.get_mut(start..start + length) {
                place.copy_from_slice(&bytes);
            }
        }
    }
    let of_subtype = layouts.sections.values().flat_map(|s| &s.places);
    let of_subtype = of_subtype.filter(|p| p.record_type == spec.record_type && p.subtypes.contains(&spec.subtype));
    let last = of_subtype.filter_map(|p| p.triplet).chain(pieces.keys().copied()).max().unwrap_or(0);

    let sections_at = layout.triplets.end(last);
    let mut out = vec![0; sections_at];
    (out[4], out[5]) = (record::SMF_FLAG, spec.record_type);
    for field in &layout.header {
        put(field, spec.common.get(&field.name).unwrap_or(&Value::Null), &mut out)?;
    }
    if let (Some(at), Some(first)) = (layout.triplets.count_at, pieces.get_mut(&0)) {
        let place = first.bytes.get_mut(at).ok_or_else(|| error(&what, "no place for the number of triplets"))?;
        *place = u8::try_from(last + 1).map_err(|_| error(&what, "more than 255 triplets"))?;
    }
    if product::DB2.contains(&spec.record_type) {
        let product = pieces.get_mut(&0).and_then(|p| p.bytes.get_mut(product::IFCID_AT..product::IFCID_AT + 2));
        let product = product.ok_or_else(|| error(&what, "no product section to put the IFCID into"))?;
        product.copy_from_slice(&spec.subtype.to_be_bytes());
    } else {
        let at = record::subtype_at(spec.record_type);
        out.get_mut(at..at + 2)
            .ok_or_else(|| error(&what, "no place for the subtype"))?
            .copy_from_slice(&spec.subtype.to_be_bytes());
    }
    let order = pieces.keys().copied().filter(|t| *t != 0).chain(pieces.contains_key(&0).then_some(0));
    let mut starts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for triplet in order.collect::<Vec<_>>() {
        let Piece { count, bytes, varying } = &pieces[&triplet];
        if *count == 0 {
            continue;
        }
        let at = layout.triplets.place(triplet).ok_or_else(|| error(&what, "no triplet for a section"))?;
        let length = if *varying { 0 } else { bytes.len() / count };
        let length = u16::try_from(length).map_err(|_| error(&what, "a section longer than 65,535 bytes"))?;
        let count = u16::try_from(*count).map_err(|_| error(&what, "more than 65,535 sections"))?;
        let start = out.len();
        for name in behind.get(&triplet).into_iter().flatten() {
            let each = (0..usize::from(count)).map(|k| start + k * usize::from(length));
            starts.insert((*name).clone(), each.collect());
        }
        out[at..at + 4].copy_from_slice(&(start as u32).to_be_bytes());
        out[at + 4..at + 6].copy_from_slice(&length.to_be_bytes());
        out[at + 6..at + 8].copy_from_slice(&count.to_be_bytes());
        out.extend_from_slice(bytes);
    }
    children::append(layouts, &spec.sections, &spec.lengths, starts, &mut out)?;
    if spec.compressed {
        let data = run_length::compress(&out.split_off(HEADER));
        out.extend_from_slice(&data);
    }
    let length = u16::try_from(out.len()).map_err(|_| error(&what, "a record longer than 65,535 bytes"))?;
    out[..2].copy_from_slice(&length.to_be_bytes());
    Ok(out)
}

impl Piece {
    /// The sections behind one triplet, which are of the same length unless each has its own in front.
    fn of(members: Vec<Vec<u8>>, varying: bool) -> Option<Piece> {
        let count = members.len();
        let in_front = |member: Vec<u8>| Some([&u16::try_from(member.len()).ok()?.to_be_bytes()[..], &member].concat());
        let bytes = match varying {
            true => members.into_iter().map(in_front).collect::<Option<Vec<_>>>()?.concat(),
            false => members.concat(),
        };
        Some(Piece { count, bytes, varying })
    }

    /// The same sections with the fields that another layout of them writes; None where they are not as many.
    fn with(self, other: &Piece) -> Option<Piece> {
        let same = self.count == other.count && self.count > 0 && !self.varying && !other.varying;
        let (ours, theirs) = (self.bytes.len() / self.count.max(1), other.bytes.len() / other.count.max(1));
        let size = ours.max(theirs);
        let mut bytes = vec![0; size * self.count];
        for k in 0..self.count {
            let into = &mut bytes[k * size..(k + 1) * size];
            let both = [&self.bytes[k * ours..(k + 1) * ours], &other.bytes[k * theirs..(k + 1) * theirs]];
            both.into_iter().for_each(|from| into.iter_mut().zip(from).for_each(|(to, byte)| *to |= byte));
        }
        same.then_some(Piece { bytes, ..self })
    }
}

/// One section of `length` bytes: `rows` are its array elements, or its single row.
pub(crate) fn section_bytes(
    section: &Section,
    rows: &[Row],
    length: usize,
    common: bool,
) -> Result<Vec<u8>, EncodeError> {
    placed(section, rows, length, common, section.rows.as_ref().map_or(0, |r| r.at))
}

/// The same, its array elements from an offset on that may not be the one of the layout.
fn placed(section: &Section, rows: &[Row], length: usize, common: bool, first: usize) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = vec![0; length.max(section.full_length())];
    if let Some(eye) = &section.eye_catcher {
        bytes[eye.at..eye.at + eye.text.len()].copy_from_slice(&ebcdic::encode(&eye.text, eye.text.len()));
    }
    if let Some(at) = section.length_at {
        let length = u16::try_from(length).map_err(|_| error(&section.name, "longer than 65,535 bytes"))?;
        bytes[at..at + 2].copy_from_slice(&length.to_be_bytes());
    }
    for (index, row) in rows.iter().enumerate() {
        let start = section.rows.as_ref().map_or(0, |r| first + index * r.stride);
        if section.rows.as_ref().is_some_and(|r| r.locator.is_none() && index >= r.count) {
            return Err(error(&section.name, "more rows than the section has elements"));
        }
        if let Some(name) = row.keys().find(|k| !common && !names(section, k)) {
            return Err(error(&section.name, &format!("no field {name}")));
        }
        for field in &section.fields {
            let end = if field.kind == Kind::Rest { length } else { bytes.len() };
            put(field, row.get(&field.name).unwrap_or(&Value::Null), &mut bytes[start..end.max(start)])?;
        }
    }
    for Expect { at, kind, values } in &section.expect {
        let place = *at..*at + kind.width();
        if values.contains(&record::integer(&bytes[place.clone()], *kind)) {
            continue;
        }
        let there = |f: &&Field| f.is_written() && f.at < place.end && place.start < f.end();
        let given = |f: &Field| rows.iter().any(|row| row.get(&f.name).is_some_and(|v| *v != Value::Null));
        if let Some(field) = section.fields.iter().filter(there).find(|f| given(f)) {
            return Err(error(&section.name, &format!("{} is not one of {values:?}", field.name)));
        }
        let value = values.first().copied().unwrap_or(0).to_be_bytes();
        bytes[place].copy_from_slice(&value[8 - kind.width()..]);
    }
    bytes.truncate(length);
    Ok(bytes)
}

/// Whether a row of a section may have a value of this name.
fn names(section: &Section, name: &str) -> bool {
    section.parent.is_some() && name == PARENT || section.fields.iter().any(|f| f.name == name)
}

/// Writes a field into its section.
pub(crate) fn put(field: &Field, value: &Value, section: &mut [u8]) -> Result<(), EncodeError> {
    if field.position {
        return Ok(()); // where it is put says it
    }
    let width = if field.kind == Kind::Rest { section.len().saturating_sub(field.at) } else { field.kind.width() };
    if width > 8 && field.kind == Kind::Rest {
        return Err(error(&field.name, "an integer of more than 8 bytes"));
    }
    if let Some(always) = &field.always {
        let same = matches!(value, Value::Null) || matches!(value, Value::Text(text) if text == always);
        return if same { Ok(()) } else { Err(error(&field.name, &format!("it is always {always}"))) };
    }
    match (field.array, value) {
        (Some(array), Value::List(items)) if items.len() <= array.count => {
            for (k, item) in items.iter().enumerate() {
                element(field, item, &mut section[field.at + k * array.stride..][..width])?;
            }
            Ok(())
        }
        (Some(_), Value::Null) => Ok(()),
        (Some(array), _) => Err(error(&field.name, &format!("expected a list of at most {} values", array.count))),
        (None, value) => element(field, value, &mut section[field.at..][..width]),
    }
}

fn element(field: &Field, value: &Value, out: &mut [u8]) -> Result<(), EncodeError> {
    let bad = || error(&field.name, &format!("{value:?} does not fit {:?}", field.kind));
    let value = match (value, &field.values) {
        (Value::Text(label), Some(labels)) => {
            let known = labels.iter().find(|(_, text)| *text == label).map(|(number, _)| *number);
            let unknown = label.strip_prefix("unknown (").and_then(|rest| rest.strip_suffix(')')?.parse().ok());
            Value::Int(known.or(unknown).ok_or_else(bad)?.into())
        }
        (Value::Int(value), _) => {
            let scale = i128::from(field.scale.unwrap_or(1));
            if value % scale != 0 {
                return Err(error(&field.name, &format!("{value} is no multiple of {scale}")));
            }
            Value::Int(value / scale)
        }
        _ => value.clone(),
    };
    match (field.kind, value) {
        (Kind::TextTime | Kind::TextDuration, Value::Null) => out.fill(ebcdic::BLANK),
        (Kind::Text(n), Value::Null) => out.copy_from_slice(&ebcdic::encode("", n)),
        (_, Value::Null) => {
            if let Some(none) = field.none {
                out.copy_from_slice(&none.to_be_bytes());
            }
        }
        (Kind::Text(n), Value::Text(text)) => out.copy_from_slice(&ebcdic::encode(&text, n)),
        (Kind::Hex(n), Value::Text(digits)) => {
            let pairs =
                digits.as_bytes().chunks(2).map(|p| u8::from_str_radix(std::str::from_utf8(p).unwrap_or_default(), 16));
            let bytes: Vec<u8> = pairs.collect::<Result<_, _>>().map_err(|_| bad())?;
            out.copy_from_slice(bytes.get(..n).filter(|_| bytes.len() == n).ok_or_else(bad)?);
        }
        (Kind::Flag(bit), Value::Bool(true)) => out[bit / 8] |= 0x80 >> (bit % 8),
        (Kind::Flag(_), Value::Bool(false)) => {}
        (Kind::Unsigned(_) | Kind::Signed(_), Value::Int(value)) => {
            let bits = 8 * out.len() as u32;
            let (shift, width) = field.bits.map_or((0, bits), |b| (bits - b.from - b.width, b.width));
            let lowest =
                if matches!(field.kind, Kind::Signed(_)) && field.bits.is_none() { -(1i128 << (width - 1)) } else { 0 };
            let highest = if lowest < 0 { -lowest - 1 } else { (1i128 << width) - 1 };
            if value < lowest || value > highest {
                return Err(bad());
            }
            let merged = number::unsigned(out) | ((value as u64) & ((1u64 << width) - 1)) << shift;
            out.copy_from_slice(&merged.to_be_bytes()[8 - out.len()..]);
        }
        (Kind::Rest, Value::Int(v)) => {
            let bytes = u64::try_from(v).map_err(|_| bad())?.to_be_bytes();
            let (unused, used) = bytes.split_at(8 - out.len());
            if unused.iter().any(|b| *b != 0) {
                return Err(bad());
            }
            out.copy_from_slice(used);
        }
        (Kind::Unsigned64 | Kind::Micros, Value::Int(v)) => {
            out.copy_from_slice(&u64::try_from(v).map_err(|_| bad())?.to_be_bytes())
        }
        (Kind::Signed64, Value::Int(v)) => out.copy_from_slice(&i64::try_from(v).map_err(|_| bad())?.to_be_bytes()),
        (Kind::Micros, Value::Float(v)) if v >= 0.0 => out.copy_from_slice(&(v as u64).to_be_bytes()),
        (Kind::StckDuration, Value::Float(v)) if v >= 0.0 => {
            out.copy_from_slice(&((v * TOD_PER_MICROSECOND) as u64).to_be_bytes())
        }
        (Kind::StckDuration, Value::Int(v)) if v >= 0 => {
            out.copy_from_slice(&((v as f64 * TOD_PER_MICROSECOND) as u64).to_be_bytes());
        }
        (Kind::Packed(n), Value::Int(v)) => {
            let packed = i64::try_from(v).ok().and_then(|v| number::to_packed(v, n)).ok_or_else(bad)?;
            out.copy_from_slice(&packed);
        }
        (Kind::Hfp(n), Value::Float(v)) => out.copy_from_slice(&number::to_hfp(v, n).ok_or_else(bad)?),
        (Kind::Hfp(n), Value::Int(v)) => out.copy_from_slice(&number::to_hfp(v as f64, n).ok_or_else(bad)?),
        (Kind::Stck | Kind::StckLocal, Value::Int(v)) => {
            let tod = i64::try_from(v).ok().and_then(time::to_tod).ok_or_else(bad)?;
            out.copy_from_slice(&tod.to_be_bytes());
        }
        (Kind::SmfTime, Value::Int(v)) => {
            let bytes = i64::try_from(v).ok().and_then(time::to_smf).ok_or_else(bad)?;
            out.copy_from_slice(&bytes);
        }
        (Kind::RmfTime, Value::Int(v)) => {
            let bytes = i64::try_from(v).ok().and_then(time::to_rmf).ok_or_else(bad)?;
            out.copy_from_slice(&bytes);
        }
        (Kind::TextTime, Value::Int(v)) => {
            let bytes = i64::try_from(v).ok().and_then(time::to_text).ok_or_else(bad)?;
            out.copy_from_slice(&bytes);
        }
        (Kind::ImsTime, Value::Int(v)) => {
            let bytes = i64::try_from(v).ok().and_then(time::to_ims).ok_or_else(bad)?;
            out.copy_from_slice(&bytes);
        }
        (Kind::TextDuration, Value::Float(v)) => {
            out.copy_from_slice(&time::to_text_duration(v as i64).ok_or_else(bad)?);
        }
        (Kind::TextDuration, Value::Int(v)) => {
            let bytes = i64::try_from(v).ok().and_then(time::to_text_duration).ok_or_else(bad)?;
            out.copy_from_slice(&bytes);
        }
        (Kind::Units16, Value::Float(v)) if v >= 0.0 => out.copy_from_slice(&((v / 16.0) as u32).to_be_bytes()),
        (Kind::RmfDuration, Value::Float(v)) => {
            out.copy_from_slice(&time::to_rmf_duration(v as i64).ok_or_else(bad)?);
        }
        (Kind::RmfDuration, Value::Int(v)) => {
            let bytes = i64::try_from(v).ok().and_then(time::to_rmf_duration).ok_or_else(bad)?;
            out.copy_from_slice(&bytes);
        }
        _ => return Err(bad()),
    }
    Ok(())
}
