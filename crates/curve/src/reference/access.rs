//! How a page was accessed: Db2's access types, and the update intent.
//!
//! Reference: IFCID 198, QW0198AT (sequential, random, RID list); dynamic prefetch is not told
//! apart there but is in IFCID 6, QW0006F.

use std::ops::{Index, IndexMut};

/// The access type of a getpage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Access {
    /// A random getpage; a miss is a synchronous read of one page.
    #[default]
    Random = 0,
    /// A sequential getpage, read by sequential prefetch.
    Sequential = 1,
    /// A getpage of a RID list, read by list prefetch.
    List = 2,
    /// A getpage that dynamic prefetch (sequential detection) reads ahead for.
    Dynamic = 3,
}

impl Access {
    /// All access types, in the order of their codes.
    pub const ALL: [Access; 4] = [Access::Random, Access::Sequential, Access::List, Access::Dynamic];

    /// The name used in tables.
    pub fn name(self) -> &'static str {
        match self {
            Access::Random => "random",
            Access::Sequential => "sequential",
            Access::List => "list",
            Access::Dynamic => "dynamic",
        }
    }
}

/// One reference without its page: access type in bits 0-1, changed in bit 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Touch(u8);

impl Touch {
    const ACCESS: u8 = 0b011;
    const WRITE: u8 = 0b100;
    /// The largest code a touch can have.
    pub(crate) const LARGEST: u8 = Self::ACCESS | Self::WRITE;

    /// A touch that leaves the page unchanged.
    pub const fn read(access: Access) -> Touch {
        Touch(access as u8)
    }

    /// A touch that changes the page (set write).
    pub const fn write(access: Access) -> Touch {
        Touch(access as u8 | Self::WRITE)
    }

    /// The touch of a code, or `None` where the code has other bits than those defined.
    pub const fn from_code(code: u8) -> Option<Touch> {
        if code <= Self::LARGEST { Some(Touch(code)) } else { None }
    }

    /// The code: access type in bits 0-1, changed in bit 2.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// How the page was accessed.
    #[inline(always)]
    pub const fn access(self) -> Access {
        match self.0 & Self::ACCESS {
            0 => Access::Random,
            1 => Access::Sequential,
            2 => Access::List,
            _ => Access::Dynamic,
        }
    }

    /// Whether the page was changed.
    #[inline(always)]
    pub const fn is_write(self) -> bool {
        self.0 & Self::WRITE != 0
    }
}

impl std::fmt::Debug for Touch {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}{}", self.access().name(), if self.is_write() { " write" } else { "" })
    }
}

/// One value for each access type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByAccess<T>(pub [T; 4]);

impl<T: Copy + std::iter::Sum<T>> ByAccess<T> {
    /// The sum over the access types.
    pub fn total(&self) -> T {
        self.0.iter().copied().sum()
    }
}

impl<T> Index<Access> for ByAccess<T> {
    type Output = T;
    fn index(&self, access: Access) -> &T {
        &self.0[access as usize]
    }
}

impl<T> IndexMut<Access> for ByAccess<T> {
    fn index_mut(&mut self, access: Access) -> &mut T {
        &mut self.0[access as usize]
    }
}
