//! The set of layouts in use: the built-in ones and a site's own.

use std::collections::BTreeMap;

use super::monitoring::Monitoring;
use super::record::Record;
use super::section::Section;

/// All layouts in use, by name.
#[derive(Debug, Clone, Default)]
pub struct Layouts {
    /// Record layouts by SMF record type.
    pub records: BTreeMap<u8, Record>,
    /// Section layouts by name.
    pub sections: BTreeMap<String, Section>,
    /// What a site calls each SMF record type, for those it knows.
    pub type_names: BTreeMap<u8, String>,
    /// What each subtype is called, for those that are known: of Db2 the IFCID.
    pub subtype_names: BTreeMap<(u8, u16), String>,
    /// What each event identifier of GTF stands for, for those that are known.
    pub event_names: BTreeMap<u16, String>,
    /// The fields of CICS monitoring.
    pub monitoring: Monitoring,
    /// Where those are known from.
    pub(super) monitoring_source: String,
}
