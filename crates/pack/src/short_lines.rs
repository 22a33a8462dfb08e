//! Runs of lines that are too short to say anything: a packed file of a few KiB can hold millions of them.

/// How lines lie one behind the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Each ends with a line feed.
    Ended,
    /// Each has a record descriptor word of four bytes in front, which counts itself.
    Described,
}

/// Bytes at the beginning of a block that are whole lines of fewer than `least` bytes each.
pub fn short_lines(block: &[u8], lines: Lines, least: usize) -> usize {
    let mut at = 0;
    loop {
        let rest = &block[at..];
        let length = match lines {
            Lines::Ended => rest.iter().take(least).position(|byte| *byte == b'\n').map(|end| end + 1),
            Lines::Described => rest
                .first_chunk()
                .map(|word| usize::from(u16::from_be_bytes(*word)).max(4))
                .filter(|length| *length < 4 + least && *length <= rest.len()),
        };
        let Some(length) = length else { return at };
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_short_are_passed_over_up_to_the_first_that_is_not() {
        assert_eq!(short_lines(b"\n\r\na\nab\nabc\n\n", Lines::Ended, 3), 8);
        assert_eq!(short_lines(b"\n\na", Lines::Ended, 3), 2);
        assert_eq!(short_lines(b"", Lines::Ended, 3), 0);
    }

    #[test]
    fn records_that_are_short_are_passed_over_up_to_the_first_that_is_not_whole() {
        let records = [0, 5, 0, 0, b'x', 0, 0, 0, 0, 0, 6, 0, 0, b'x'];
        assert_eq!(short_lines(&records, Lines::Described, 3), 9);
        assert_eq!(short_lines(&[0, 7, 0, 0, 1, 2, 3], Lines::Described, 3), 0);
        assert_eq!(short_lines(&[0, 5, 0], Lines::Described, 3), 0);
    }
}
