//! Times: TOD clock and SMF time and date. All results are microseconds since 1970-01-01.
//!
//! Source: z/Architecture Principles of Operation, "TOD clock" (bit 51 is the microsecond, epoch 1900-01-01 UTC);
//! z/OS MVS System Management Facilities, "Standard SMF record header" (1/100 s since midnight, packed 0cyydddF).

use crate::number;

/// TOD clock units in a microsecond.
pub const TOD_PER_MICROSECOND: f64 = 4096.0;

/// Microseconds from 1900-01-01 to 1970-01-01: 25,567 days.
const EPOCH: i64 = 25_567 * DAY;
const DAY: i64 = 86_400_000_000;
const HUNDREDTHS_A_DAY: u32 = 8_640_000;

/// A TOD clock value; None when it is zero ("no time").
pub fn tod(value: u64) -> Option<i64> {
    (value != 0).then(|| (value >> 12) as i64 - EPOCH)
}

/// The TOD clock value of a time. None when it lies before 1900 or beyond the clock's end in 2042.
pub fn to_tod(microseconds: i64) -> Option<u64> {
    let since_1900 = u64::try_from(microseconds.checked_add(EPOCH)?).ok()?;
    (since_1900 < 1 << 52).then_some(since_1900 << 12)
}

/// Time of day and date as RMF writes them, 4 bytes each: packed 0hhmmssF, packed 0cyydddF. None when they are not.
pub fn rmf(bytes: &[u8]) -> Option<i64> {
    let clock = number::packed(bytes.get(..4)?)?;
    let (hours, minutes, seconds) = (clock / 10_000, clock / 100 % 100, clock % 100);
    if !(0..24).contains(&hours) || minutes > 59 || seconds > 59 {
        return None;
    }
    let hundredths = u32::try_from((hours * 3600 + minutes * 60 + seconds) * 100).ok()?;
    smf(&[&hundredths.to_be_bytes(), bytes.get(4..8)?].concat())
}

/// A time as RMF writes it, to the second. None outside the years 1900 to 2899.
pub fn to_rmf(microseconds: i64) -> Option<[u8; 8]> {
    let [_, _, _, _, date @ ..] = to_smf(microseconds)?;
    let seconds = microseconds.rem_euclid(DAY) / 1_000_000;
    let clock = seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60;
    let clock = number::to_packed(clock, 4)?;
    Some([clock[0], clock[1], clock[2], clock[3] | 0x0F, date[0], date[1], date[2], date[3]])
}

/// A length of time as RMF writes it, 4 bytes packed mmsstttF with ttt in 1/1000 s: microseconds.
pub fn rmf_duration(bytes: &[u8]) -> Option<i64> {
    let value = number::packed(bytes.get(..4)?).filter(|v| *v >= 0)?;
    let (minutes, seconds, thousandths) = (value / 100_000, value / 1000 % 100, value % 1000);
    (seconds < 60).then_some(((minutes * 60 + seconds) * 1000 + thousandths) * 1000)
}

/// A length of time as RMF writes it, to 1/1000 s. None from 100 minutes on, which do not fit.
pub fn to_rmf_duration(microseconds: i64) -> Option<[u8; 4]> {
    let thousandths = microseconds / 1000;
    let (minutes, rest) = (thousandths / 60_000, thousandths % 60_000);
    let packed = number::to_packed(minutes * 100_000 + rest, 4).filter(|_| (0..100).contains(&minutes))?;
    Some([packed[0], packed[1], packed[2], packed[3] | 0x0F])
}

/// SMF time and date, 4 bytes each. None when the bytes are not a time and a date.
pub fn smf(bytes: &[u8]) -> Option<i64> {
    let hundredths = number::unsigned(bytes.get(..4)?) as u32;
    let date = bytes.get(4..8)?;
    if hundredths >= HUNDREDTHS_A_DAY || date[0] > 9 || date[3] & 15 < 10 {
        return None;
    }
    let packed =
        u32::try_from(number::packed(&[date[0], date[1], date[2], date[3] & 0xF0 | 0xC]).filter(|d| *d > 0)?).ok()?;
    let (year, day) = (1900 + (packed / 1000) as i32, packed % 1000);
    let days = if leap(year) { 366 } else { 365 };
    if day == 0 || day > days {
        return None;
    }
    let since_1970 = days_to_year(year) + i64::from(day) - 1;
    Some(since_1970 * DAY + i64::from(hundredths) * 10_000)
}

/// The number that some EBCDIC digits are.
fn digits(bytes: &[u8]) -> Option<i64> {
    bytes.iter().try_fold(0, |all, b| (0xF0..=0xF9).contains(b).then(|| all * 10 + i64::from(b - 0xF0)))
}

/// A local time as CICS writes it in text, MMDDYYYYHHMMSS. None when it is not.
pub fn text(bytes: &[u8]) -> Option<i64> {
    let number = |from: usize, to: usize| digits(bytes.get(from..to)?);
    let (month, day, year) = (number(0, 2)?, number(2, 4)?, i32::try_from(number(4, 8)?).ok()?);
    let lengths = months(year);
    let before = lengths.get(..usize::try_from(month - 1).ok()?).filter(|_| month <= 12)?;
    if !(1..=lengths[before.len()]).contains(&day) || !(1900..2900).contains(&year) {
        return None;
    }
    let days = days_to_year(year) + before.iter().sum::<i64>() + day - 1;
    Some(days * DAY + text_duration(bytes.get(8..14)?).filter(|clock| *clock < DAY)?)
}

/// A local time as MMDDYYYYHHMMSS, to the second. None outside the years 1900 to 2899.
pub fn to_text(microseconds: i64) -> Option<[u8; 14]> {
    to_smf(microseconds)?; // within the years
    let date = day_name(day(microseconds));
    let seconds = microseconds.rem_euclid(DAY) / 1_000_000;
    let clock = format!("{:02}{:02}{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let text = format!("{}{}{}{clock}", date.get(5..7)?, date.get(8..10)?, date.get(..4)?);
    let mut bytes = [0; 14];
    bytes.iter_mut().zip(text.bytes()).for_each(|(to, digit)| *to = 0xF0 + (digit - b'0'));
    Some(bytes)
}

/// A length of time as text HHMMSS, in microseconds. None when it is not, as where it is blank.
pub fn text_duration(bytes: &[u8]) -> Option<i64> {
    let number = |from: usize| digits(bytes.get(from..from + 2)?);
    let (hours, minutes, seconds) = (number(0)?, number(2)?, number(4)?);
    (minutes < 60 && seconds < 60).then_some(((hours * 60 + minutes) * 60 + seconds) * 1_000_000)
}

/// A length of time as text HHMMSS, to the second. None from 100 hours on, which do not fit.
pub fn to_text_duration(microseconds: i64) -> Option<[u8; 6]> {
    let seconds = microseconds / 1_000_000;
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60];
    (0..360_000).contains(&seconds).then(|| {
        let mut bytes = [0; 6];
        let pairs = parts.iter().flat_map(|part| [0xF0 + (part / 10) as u8, 0xF0 + (part % 10) as u8]);
        bytes.iter_mut().zip(pairs).for_each(|(to, digit)| *to = digit);
        bytes
    })
}

/// Microseconds in a quarter of an hour.
const QUARTER: i64 = 900_000_000;

/// Local time of a time stamp of IMS, 12 bytes: packed yyyydddF, hhmmssthmiju, then fqqs, where qq are quarters of an hour that
/// local time is ahead of UTC (sign C) or behind it (sign D). The time is UTC. None when it is no time.
///
/// Source: IBM IMS 15 documentation, "Time stamp format for DBRC requests".
pub fn ims(bytes: &[u8]) -> Option<i64> {
    let [y0, y1, d0, d1, h, m, s, u0, u1, u2, flags, zone] = *bytes.first_chunk::<12>()?;
    let two = |byte: u8| (byte >> 4 <= 9 && byte & 15 <= 9).then(|| i64::from(byte >> 4) * 10 + i64::from(byte & 15));
    let digits = |all: &[u8]| all.iter().try_fold(0, |number, byte| Some(number * 100 + two(*byte)?));
    let (year, clock, micros) = (digits(&[y0, y1])?, [two(h)?, two(m)?, two(s)?], digits(&[u0, u1, u2])?);
    let day = two(d0)? * 10 + i64::from(d1 >> 4);
    let year = i32::try_from(year).ok().filter(|year| (1900..2900).contains(year))?;
    let days = if leap(year) { 366 } else { 365 };
    let quarters = i64::from(flags & 15) * 10 + i64::from(zone >> 4);
    let is_offset = flags & 15 <= 9 && zone >> 4 <= 9 && zone & 15 >= 10 && quarters <= 60;
    let is_time = d1 >> 4 <= 9 && d1 & 15 >= 10 && (1..=days).contains(&day) && clock[0] < 24 && clock[1] < 60;
    if !is_time || !is_offset || clock[2] > 59 {
        return None;
    }
    let seconds = (clock[0] * 60 + clock[1]) * 60 + clock[2];
    let offset = if matches!(zone & 15, 0xB | 0xD) { -quarters } else { quarters } * QUARTER;
    Some((days_to_year(year) + day - 1) * DAY + seconds * 1_000_000 + micros + offset)
}

/// A local time as IMS writes it on a system whose local time is UTC. None outside the years 1900 to 2899.
pub fn to_ims(microseconds: i64) -> Option<[u8; 12]> {
    to_smf(microseconds)?; // within the years
    let since = microseconds.rem_euclid(DAY);
    let (clock, micros) = (since / 1_000_000, since % 1_000_000);
    let name = day_name(day(microseconds));
    let year = name.get(..4)?.parse::<i32>().ok()?;
    let of_year = microseconds.div_euclid(DAY) - days_to_year(year) + 1;
    let two = |number: i64| (((number / 10 % 10) << 4) | (number % 10)) as u8;
    let year = i64::from(year);
    Some([
        two(year / 100),
        two(year),
        two(of_year / 10),
        ((of_year % 10) << 4) as u8 | 0x0F,
        two(clock / 3600),
        two(clock / 60 % 60),
        two(clock % 60),
        two(micros / 10_000),
        two(micros / 100),
        two(micros),
        0,
        0x0C,
    ])
}

/// The day of a time, counted from 1970-01-01.
pub fn day(microseconds: i64) -> Option<i32> {
    i32::try_from(microseconds.div_euclid(DAY)).ok()
}

/// A day as `2026-11-18`; of what has none, `undated`.
pub fn day_name(day: Option<i32>) -> String {
    let Some(since_1970) = day.map(i64::from) else { return "undated".to_owned() };
    let mut year = 1969 + i32::try_from(since_1970.div_euclid(366)).unwrap_or_default(); // not after the year wanted
    while days_to_year(year + 1) <= since_1970 {
        year += 1;
    }
    let mut rest = since_1970 - days_to_year(year);
    let months = months(year);
    let mut month = 0;
    while rest >= months[month] {
        rest -= months[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, rest + 1)
}

/// A time as SMF time and date, to 1/100 s. None outside the years 1900 to 2899.
pub fn to_smf(microseconds: i64) -> Option<[u8; 8]> {
    let (days, rest) = (microseconds.div_euclid(DAY), microseconds.rem_euclid(DAY));
    let mut year = 1969 + i32::try_from(days.div_euclid(366)).ok()?; // not after the year wanted
    while days_to_year(year + 1) <= days {
        year += 1;
    }
    let day = days - days_to_year(year) + 1;
    let since_1900 = u32::try_from(year.checked_sub(1900)?).ok().filter(|y| *y < 1000)?;
    let mut date = number::to_packed(i64::from(since_1900) * 1000 + day, 4)?;
    date[3] |= 0x0F;
    let time = u32::try_from(rest / 10_000).ok()?.to_be_bytes();
    Some([time[0], time[1], time[2], time[3], date[0], date[1], date[2], date[3]])
}

/// Days of the months of a year.
fn months(year: i32) -> [i64; 12] {
    let february = if leap(year) { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

fn leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days from 1970-01-01 to the first of January of a year.
fn days_to_year(year: i32) -> i64 {
    let before = i64::from(year) - 1;
    365 * (i64::from(year) - 1970) + (before / 4 - 492) - (before / 100 - 19) + (before / 400 - 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn smf_time_and_date_read() {
        // 2026.141 16:30:10.00, as in a record of that day
        let bytes = [0, 0x5A, 0xAC, 0x48, 0x01, 0x26, 0x14, 0x1F];
        let seconds = 20_594 * 86_400 + 16 * 3600 + 30 * 60 + 10;
        let hundredths = (16 * 3600 + 30 * 60 + 10) * 100u32;
        let mut exact = bytes;
        exact[..4].copy_from_slice(&hundredths.to_be_bytes());
        assert_eq!(smf(&exact), Some(seconds * 1_000_000));
    }

    #[test]
    fn days_have_their_names() {
        let names = |days: &[i32]| days.iter().map(|day| day_name(Some(*day))).collect::<Vec<_>>();
        assert_eq!(
            names(&[0, 58, 59, -1, -10_593]),
            ["1970-01-01", "1970-02-28", "1970-03-01", "1969-12-31", "1940-12-31"]
        );
        assert_eq!(names(&[19_781, 19_782, 20_088]), ["2024-02-28", "2024-02-29", "2024-12-31"]);
        assert_eq!(names(&[-25_567, 339_439]), ["1900-01-01", "2899-05-09"]);
        assert_eq!(day_name(None), "undated");
        assert_eq!(day(-1), Some(-1));
    }

    #[test]
    fn impossible_dates_are_refused() {
        for date in [
            [0x01, 0x26, 0x36, 0x6F],
            [0x01, 0x26, 0x00, 0x0F],
            [0x01, 0x26, 0x1A, 0x1F],
            [0x01, 0x26, 0x14, 0x11],
            [0x5E, 0x26, 0x14, 0x1F],
        ] {
            assert_eq!(smf(&[&[0, 0, 0, 0], &date[..]].concat()), None, "{date:?}");
        }
        assert_eq!(smf(&[0xFF, 0, 0, 0, 0x01, 0x26, 0x14, 0x1F]), None);
    }

    #[test]
    fn an_interval_of_rmf_reads() {
        // 09.15.00 on 2026.141 for 15.00.013 minutes
        let start = [0x00, 0x91, 0x50, 0x0F, 0x01, 0x26, 0x14, 0x1F];
        assert_eq!(rmf(&start), Some((20_594 * 86_400 + 9 * 3600 + 15 * 60) * 1_000_000));
        assert_eq!(rmf_duration(&[0x15, 0x00, 0x01, 0x3F]), Some(900_013_000));
        assert_eq!(rmf(&[0x02, 0x46, 0x00, 0x0F, 0x01, 0x26, 0x14, 0x1F]), None);
        assert_eq!(rmf_duration(&[0x15, 0x61, 0x00, 0x0F]), None);
        assert_eq!(to_rmf_duration(6_000_000_000), None);
    }

    #[test]
    fn the_tod_clock_of_1970_is_its_epoch() {
        assert_eq!(tod(0x7D91_048B_CA00_0000), Some(0));
        assert_eq!(tod(0), None);
    }

    proptest! {
        #[test]
        fn times_round_trip(hundredths in -220_000_000_000i64..2_900_000_000_000) {
            let time = hundredths * 10_000;
            prop_assert_eq!(to_smf(time).and_then(|b| smf(&b)), Some(time));
        }

        #[test]
        fn times_of_rmf_round_trip(seconds in -2_200_000_000i64..29_000_000_000) {
            let time = seconds * 1_000_000;
            prop_assert_eq!(to_rmf(time).and_then(|b| rmf(&b)), Some(time));
        }

        #[test]
        fn times_in_text_round_trip(seconds in -2_200_000_000i64..29_000_000_000, length in 0i64..360_000) {
            let (time, length) = (seconds * 1_000_000, length * 1_000_000);
            prop_assert_eq!(to_text(time).and_then(|b| text(&b)), Some(time));
            prop_assert_eq!(to_text_duration(length).and_then(|b| text_duration(&b)), Some(length));
        }

        #[test]
        fn lengths_of_time_of_rmf_round_trip(thousandths in 0i64..6_000_000) {
            let time = thousandths * 1000;
            prop_assert_eq!(to_rmf_duration(time).and_then(|b| rmf_duration(&b)), Some(time));
        }

        #[test]
        fn tod_round_trips(time in -2_000_000_000_000_000i64..2_290_000_000_000_000) {
            prop_assert_eq!(to_tod(time).and_then(tod), Some(time));
        }
    }
}
