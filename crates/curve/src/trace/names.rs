//! Names of pools and objects, and the numbers that stand for them in a trace.

use std::collections::HashMap;

use crate::reference::PoolId;

/// The pools and objects met so far, numbered in order of appearance.
#[derive(Debug, Clone, Default)]
pub struct Names {
    pools: Numbers,
    objects: Numbers,
}

#[derive(Debug, Clone, Default)]
struct Numbers {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Numbers {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

impl Names {
    /// Pool names; a [`PoolId`] is an index into them.
    pub fn pools(&self) -> &[String] {
        &self.pools.names
    }

    /// Object names; the upper half of a page key is an index into them.
    pub fn objects(&self) -> &[String] {
        &self.objects.names
    }

    /// The number of a pool: a new one where the name is new. `None` beyond 65,536 pools.
    pub fn pool(&mut self, name: &str) -> Option<PoolId> {
        u16::try_from(self.pools.number(name)).ok().map(PoolId)
    }

    /// The number of an object: a new one where the name is new.
    pub fn object(&mut self, name: &str) -> u32 {
        self.objects.number(name)
    }
}

/// What names a pool.
pub const POOL_NAME: &str = "a Db2 pool (BP0 ... BP32K9), an MQ pool number 0 to 99, or buffers of an LSR pool (LSR1-DATA4K, REGION.LSR1-INDEX2K)";

/// Sizes of the buffers of VSAM, as the attributes of an LSRPOOL definition name them.
const VSAM_SIZES: [&str; 11] = ["512", "1K", "2K", "4K", "8K", "12K", "16K", "20K", "24K", "28K", "32K"];

/// Whether this names buffers of one size of a VSAM LSR pool, with the CICS region before them or without.
fn is_lsr(name: &str) -> bool {
    let (region, buffers) = name.rsplit_once('.').map_or((None, name), |(region, rest)| (Some(region), rest));
    let in_applid = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "$#@".contains(c);
    let of_region = region.is_none_or(|r| (1..=8).contains(&r.len()) && r.chars().all(in_applid));
    let Some((number, attribute)) = buffers.strip_prefix("LSR").and_then(|rest| rest.split_once('-')) else {
        return false;
    };
    let pool = number.parse::<u8>().is_ok_and(|n| n > 0) && !number.starts_with(['0', '+']);
    let size = attribute.strip_prefix("DATA").or(attribute.strip_prefix("INDEX"));
    of_region && pool && size.is_some_and(|size| VSAM_SIZES.contains(&size))
}

/// Whether this names a pool that can exist: Db2's 80 pools, MQ's 100, buffers of VSAM's 255 LSR pools.
pub fn is_pool(name: &str) -> bool {
    if is_lsr(name) {
        return true;
    }
    let numbered = |digits: &str, last: u32| {
        let canonical = digits == "0" || !digits.starts_with('0');
        canonical && digits.len() <= 2 && digits.parse::<u32>().is_ok_and(|number| number <= last)
    };
    let Some(rest) = name.strip_prefix("BP") else { return numbered(name, 99) };
    match (rest.strip_prefix("8K").or(rest.strip_prefix("16K")), rest.strip_prefix("32K")) {
        (Some(digits), _) => numbered(digits, 9),
        (_, Some(digits)) => digits.is_empty() || (digits != "0" && numbered(digits, 9)),
        _ => numbered(rest, 49),
    }
}
