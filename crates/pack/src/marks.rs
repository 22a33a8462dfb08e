//! Marks of messages within a line: of the lines of a log few have one, and each has to be asked.

/// Words to look for, all at once.
#[derive(Debug)]
pub struct Marks {
    marks: Vec<Vec<u8>>,
    /// For each pair of bytes that a mark begins with, the marks that do, by their place.
    beginning: Vec<Vec<usize>>,
    shortest: usize,
}

impl Marks {
    /// None where a mark has fewer than two bytes.
    pub fn new(marks: Vec<Vec<u8>>) -> Option<Marks> {
        let mut beginning = vec![Vec::new(); 1 << 16];
        for (place, mark) in marks.iter().enumerate() {
            let [first, second, ..] = mark[..] else { return None };
            beginning[pair(first, second)].push(place);
        }
        let shortest = marks.iter().map(Vec::len).min().unwrap_or(usize::MAX);
        Some(Marks { marks, beginning, shortest })
    }

    /// The places of the marks that a text has, in the order of the text; one may come again.
    pub fn places<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let enough = text.len() >= self.shortest;
        let pairs = text.windows(2).enumerate().filter(move |_| enough);
        pairs.flat_map(move |(at, two)| {
            let may = self.beginning[pair(two[0], two[1])].iter().copied();
            may.filter(move |place| text[at..].starts_with(&self.marks[*place]))
        })
    }

    /// The lines of a text that have a mark, by their number; lines end as Python's `splitlines` has them.
    pub fn lines(&self, text: &[u8]) -> Vec<usize> {
        let (mut marked, mut number, mut start) = (Vec::new(), 0, 0);
        while start < text.len() {
            let (end, next) = line_end(text, start);
            if self.places(&text[start..end]).next().is_some() {
                marked.push(number);
            }
            (number, start) = (number + 1, next);
        }
        marked
    }
}

/// Where the line that begins at `start` ends, and where the next one begins.
fn line_end(text: &[u8], start: usize) -> (usize, usize) {
    for (at, byte) in text.iter().enumerate().skip(start) {
        let width = match byte {
            b'\r' if text.get(at + 1) == Some(&b'\n') => 2,
            b'\n' | 0x0b | 0x0c | b'\r' | 0x1c..=0x1e => 1,
            0xc2 if text.get(at + 1) == Some(&0x85) => 2,
            0xe2 if matches!(text.get(at + 1..at + 3), Some([0x80, 0xa8 | 0xa9])) => 3,
            _ => continue,
        };
        return (at, at + width);
    }
    (text.len(), text.len())
}

fn pair(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_where_they_are_also_at_the_end_and_within_each_other() {
        let marks = ["CSQ", "CSQY", "IEC1", "---- "].map(|mark| mark.as_bytes().to_vec());
        let marks = Marks::new(marks.into()).expect("marks of two bytes or more");
        let found = |text: &str| marks.places(text.as_bytes()).collect::<Vec<_>>();
        assert_eq!(found("+CSQY220I and CSQP"), [0, 1, 0]);
        assert_eq!(found("X IEC1"), [2]);
        assert_eq!(found("X IEC ----"), []);
        assert_eq!(found("C"), []);
        assert!(Marks::new(vec![b"A".to_vec()]).is_none());
    }

    #[test]
    fn lines_are_counted_whatever_ends_them() {
        let marks = Marks::new(vec![b"CSQ".to_vec()]).expect("a mark of two bytes or more");
        assert_eq!(marks.lines("a\nCSQ\r\n\rCSQ\u{85}x\u{2028}CSQ CSQ\x0c\x1cCSQ".as_bytes()), [1, 3, 5, 7]);
        assert_eq!(marks.lines("CS\nQ\u{2029}".as_bytes()), []);
    }
}
