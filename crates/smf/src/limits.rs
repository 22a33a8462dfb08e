//! Values that no system can have, by the type and the unit of their field.
//!
//! A flipped bit, or blanks in a counter, make a wait of 300,000 years or storage beyond any machine. Nothing can be
//! worked out with such a value: the record that has one is damaged.

use crate::layout::{Field, Kind};
use crate::problem::Problem;
use crate::relations::{elements, shown, value};

/// Most bytes of storage, and most of anything that is counted.
const LARGEST: f64 = (1u64 << 60) as f64;
/// Longest time that all tasks of a system together have spent, in microseconds: 1,000 years.
const LONGEST: f64 = 1000.0 * 365.25 * 86_400e6;
/// No record is of a time after this: 2100-01-01, in microseconds since 1970.
pub(crate) const LATEST: i64 = 4_102_444_800_000_000;

impl Field {
    /// The largest value that the column can have in a record of a real system; None where anything may stand there.
    pub fn most(&self) -> Option<f64> {
        let labelled = self.bits.is_some() || self.values.is_some() || self.none.is_some();
        if !self.is_written() || self.unbounded || labelled {
            return None;
        }
        let most = match self.kind {
            Kind::SmfTime | Kind::RmfTime | Kind::TextTime | Kind::ImsTime => LATEST as f64,
            Kind::Unsigned(_) | Kind::Unsigned64 | Kind::Signed64 | Kind::Micros | Kind::Hfp(_) | Kind::Rest => {
                most_of(&self.unit)?
            }
            _ => return None,
        };
        let widest = match self.kind {
            Kind::Unsigned(bytes) => (1u64 << (8 * bytes)) as f64 * self.scale.unwrap_or(1) as f64,
            _ => f64::INFINITY,
        };
        (widest > most).then_some(most)
    }
}

/// The largest value of a unit.
fn most_of(unit: &str) -> Option<f64> {
    let kib = 1024.0;
    Some(match unit {
        "id" | "code" | "flag" | "name" | "us2" | "unknown" => return None,
        "us" => LONGEST,
        "1/4096 us" => LONGEST * 4096.0,
        "1.024 ms" => LONGEST / 1024.0,
        "ms" => LONGEST / 1e3,
        "1/100 s" => LONGEST / 1e4,
        "s" => LONGEST / 1e6,
        "KB" => LARGEST / kib,
        "pages" | "frames" | "slots" => LARGEST / (4.0 * kib),
        "MB" | "1 MB frames" | "1 MB pages" => LARGEST / (kib * kib),
        "GB" => LARGEST / (kib * kib * kib),
        "2 GB frames" | "2 GB units" => LARGEST / (2.0 * kib * kib * kib),
        _ => LARGEST,
    })
}

/// The fields of a section that could have an impossible value.
#[derive(Debug, Clone)]
pub(crate) struct Limits(Vec<Limit>);

#[derive(Debug, Clone)]
struct Limit {
    field: Field,
    most: f64,
    /// The same for the integer as it is written, where it is an unsigned one.
    written: Option<u64>,
}

impl Limits {
    pub(crate) fn of(fields: &[Field]) -> Limits {
        let limit = |field: &Field| {
            let most = field.most()?;
            let unsigned = matches!(field.kind, Kind::Unsigned(_) | Kind::Unsigned64 | Kind::Micros);
            let written = unsigned.then(|| (most / field.scale.unwrap_or(1) as f64) as u64);
            Some(Limit { field: field.clone(), most, written })
        };
        Limits(fields.iter().filter_map(limit).collect())
    }

    /// Refuses a section with a value beyond its limit.
    pub(crate) fn check(&self, section: &str, bytes: &[u8]) -> Result<(), Problem> {
        for limit in &self.0 {
            if let Some(wrong) = elements(&limit.field, bytes).find(|element| !limit.allows(element)) {
                return Err(Problem {
                    expected: format!("section {section} to have a {} that a system can have", limit.field.name),
                    found: shown(&limit.field, wrong),
                });
            }
        }
        Ok(())
    }
}

impl Limit {
    fn allows(&self, bytes: &[u8]) -> bool {
        if let Some(most) = self.written {
            let written = match <[u8; 8]>::try_from(bytes) {
                Ok(eight) => u64::from_be_bytes(eight),
                Err(_) => crate::number::unsigned(bytes),
            };
            return written <= most || self.field.no_limit == Some(written);
        }
        let value = value(&self.field, bytes);
        // No time where the bytes are none.
        value.is_nan() || value.abs() <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(kind: Kind, unit: &str) -> Field {
        Field { unit: unit.to_owned(), ..Field::plain("a", 0, kind) }
    }

    fn refused(field: Field, bytes: &[u8]) -> bool {
        Limits::of(&[field]).check("S", bytes).is_err()
    }

    #[test]
    fn words_that_no_system_has_are_refused() {
        for (kind, unit) in [(Kind::Micros, "us"), (Kind::Unsigned64, "bytes"), (Kind::Unsigned64, "count")] {
            for word in [1u64 << 63, u64::MAX, 0x4040_4040_4040_4040] {
                assert!(refused(field(kind, unit), &word.to_be_bytes()), "{kind:?} {unit} {word:X}");
            }
            for word in [0, 1, 1 << 31, 1 << 50] {
                assert!(!refused(field(kind, unit), &u64::to_be_bytes(word)), "{kind:?} {unit} {word:X}");
            }
        }
        assert!(refused(field(Kind::Signed64, "count"), &i64::MIN.to_be_bytes()));
        assert!(!refused(field(Kind::Signed64, "count"), &(-1i64).to_be_bytes()));
        assert!(refused(field(Kind::Hfp(8), "us"), &[0x7F; 8]));
    }

    #[test]
    fn storage_is_limited_in_its_own_unit() {
        let most = (1u64 << 60) / (1 << 20);
        assert!(!refused(field(Kind::Unsigned64, "MB"), &most.to_be_bytes()));
        assert!(refused(field(Kind::Unsigned64, "MB"), &(most + 1).to_be_bytes()));
        assert!(refused(field(Kind::Unsigned(4), "2 GB frames"), &[0xFF; 4]));
        assert!(!refused(field(Kind::Unsigned(4), "frames"), &[0xFF; 4]));
    }

    #[test]
    fn what_is_no_quantity_may_be_anything() {
        assert!(!refused(field(Kind::Unsigned64, "id"), &[0xFF; 8]));
        let endless = Field { no_limit: Some(u64::MAX), ..field(Kind::Unsigned64, "bytes") };
        assert!(!refused(endless.clone(), &[0xFF; 8]) && refused(endless, &[0xFE; 8]));
        assert!(!refused(Field { unbounded: true, ..field(Kind::Unsigned64, "bytes") }, &[0xFF; 8]));
    }

    #[test]
    fn no_time_is_far_ahead() {
        let date = |century, year| [0, 0, 0, 0, century, year, 0x00, 0x1F];
        assert!(!refused(field(Kind::SmfTime, "time"), &date(1, 0x26)));
        assert!(!refused(field(Kind::SmfTime, "time"), &[0; 8]));
        assert!(refused(field(Kind::SmfTime, "time"), &date(9, 0x99)));
    }
}
