//! RMF: plain reports in XML (ddsml), many at once, as the figures that they hold.
//!
//! What: the elements `postprocessor` and `report` under the root. A report is plain if it is ASCII, well-formed, without
//! comments, sections, instructions and entities of its own, and has nothing that would be damage. Only such a report is
//! taken; any other is left, as it is, to the reader of all XML, which says what is wrong with it. So what is taken here
//! has to be what that reader makes of it, and no more.
//! Limits: a report is taken when all of it is there.

use std::borrow::Cow;

use memchr::memmem;

/// Elements under the root that are reports.
const REPORTS: [&str; 2] = ["postprocessor", "report"];
const ROOT: &str = "ddsml";
/// What a report says of itself, in elements of their own.
const META: [&str; 10] = [
    "description",
    "rmf-report",
    "resname",
    "restype",
    "reslabel",
    "display-start",
    "display-end",
    "local-start",
    "local-end",
    "report-interval",
];
/// As in the reader of all XML: what has more is left to it.
const DEEPEST: usize = 39;
const LONGEST: usize = 1000;
const MOST_COLUMNS: usize = 1000;
const MOST_ROWS: usize = 100_000;
const METRIC: usize = 16;

/// One row of a table, or one variable or message; `at` is where it begins.
#[derive(Debug, Default, PartialEq)]
pub struct Row<'a> {
    /// Its place, in bytes.
    pub at: usize,
    /// Its type, if it has one.
    pub kind: &'a str,
    /// The first cell of a row, the name of a variable.
    pub label: Option<Cow<'a, str>>,
    /// Its cells, None where one is empty.
    pub cells: Vec<Option<Cow<'a, str>>>,
}

/// A table (`cell`), a list of variables (`var`), captions or a message.
#[derive(Debug, Default, PartialEq)]
pub struct Figure<'a> {
    /// Which of these.
    pub kind: &'static str,
    /// Heads of columns.
    pub heads: Vec<Cow<'a, str>>,
    /// The segment it stands in.
    pub segment: Option<Cow<'a, str>>,
    /// The part of the segment.
    pub part: Option<Cow<'a, str>>,
    /// All rows.
    pub rows: Vec<Row<'a>>,
}

/// A report.
#[derive(Debug, Default, PartialEq)]
pub struct Report<'a> {
    /// Its place, in bytes.
    pub at: usize,
    /// Its name.
    pub metric: &'a str,
    /// What it says of itself.
    pub meta: Vec<(&'a str, Cow<'a, str>)>,
    /// Figures that have rows.
    pub figures: Vec<Figure<'a>>,
}

/// Why no further report was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// What comes next is no report.
    Other,
    /// A report begins that has not ended yet.
    Open,
    /// A report that is not plain, and where its end tag ends.
    Left(usize),
}

/// The plain reports at the beginning of `data`, the place behind them and blanks, and what is there.
pub fn reports(data: &[u8]) -> (Vec<Report<'_>>, usize, Next) {
    let (mut taken, mut at) = (Vec::new(), 0);
    loop {
        at += data[at..].iter().take_while(|byte| is_blank(**byte)).count();
        let Some(name) = REPORTS.iter().find(|name| begins(&data[at..], name)) else {
            let longest = REPORTS[0].len() + 2;
            let may_begin = |name: &&str| format!("<{name} ").as_bytes().starts_with(&data[at..]);
            let is_open = data.len() - at < longest && REPORTS.iter().any(may_begin);
            return (taken, at, if is_open { Next::Open } else { Next::Other });
        };
        let close = format!("</{name}>");
        let Some(end) = memmem::find(&data[at..], close.as_bytes()) else { return (taken, at, Next::Open) };
        let end = at + end + close.len();
        let text = std::str::from_utf8(&data[at..end]).ok().filter(|text| text.is_ascii());
        match text.and_then(|text| Reading::new(text, at).report()) {
            Some(report) => taken.push(report),
            None => return (taken, at, Next::Left(end)),
        }
        at = end;
    }
}

fn begins(data: &[u8], name: &str) -> bool {
    data.first() == Some(&b'<')
        && data[1..].starts_with(name.as_bytes())
        && data.get(1 + name.len()).is_some_and(|byte| *byte == b'>' || is_blank(*byte))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// A report that is being read.
struct Reading<'a> {
    text: &'a str,
    /// Where it begins.
    base: usize,
    at: usize,
    /// Open elements, with the text that stands directly in each.
    open: Vec<(&'a str, Cow<'a, str>)>,
    report: Report<'a>,
    segment: Option<Cow<'a, str>>,
    part: Option<Cow<'a, str>>,
    name: Option<Cow<'a, str>>,
    value: Option<Cow<'a, str>>,
    /// The figure that is open, and the table of a report that has no others.
    figure: Option<Figure<'a>>,
    table: Figure<'a>,
    row: Option<Row<'a>>,
}

impl<'a> Reading<'a> {
    fn new(text: &'a str, base: usize) -> Reading<'a> {
        Reading {
            text,
            base,
            at: 0,
            open: Vec::new(),
            report: Report { at: base, ..Report::default() },
            segment: None,
            part: None,
            name: None,
            value: None,
            figure: None,
            table: Figure { kind: "cell", ..Figure::default() },
            row: None,
        }
    }

    /// The report, if it is plain.
    fn report(mut self) -> Option<Report<'a>> {
        loop {
            match self.rest().as_bytes() {
                [b'<', b'/', ..] => self.end_tag()?,
                [b'<', ..] => self.start_tag()?,
                _ => self.text()?,
            }
            if self.open.is_empty() {
                let table = std::mem::take(&mut self.table);
                self.done(table);
                return self.rest().is_empty().then_some(self.report);
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// What comes up to the first character that is not `of` something.
    fn taken(&mut self, of: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !of(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn name(&mut self) -> Option<&'a str> {
        let name = self.taken(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_').then_some(name)
    }

    fn start_tag(&mut self) -> Option<()> {
        let at = self.base + self.at;
        self.at += 1;
        let name = self.name()?;
        let mut attributes: Vec<(&str, &str)> = Vec::new();
        loop {
            let blanks = self.taken(is_blank);
            match self.rest().as_bytes() {
                [b'>', ..] => {
                    self.at += 1;
                    self.start(name, &attributes, at)?;
                    return Some(());
                }
                [b'/', b'>', ..] => {
                    self.at += 2;
                    self.start(name, &attributes, at)?;
                    return self.end();
                }
                _ if blanks.is_empty() => return None,
                _ => {}
            }
            let attribute = self.attribute()?;
            if attributes.iter().any(|(name, _)| *name == attribute.0) {
                return None;
            }
            attributes.push(attribute);
        }
    }

    fn attribute(&mut self) -> Option<(&'a str, &'a str)> {
        let name = self.name()?;
        self.taken(is_blank);
        self.at += self.rest().strip_prefix('=').map(|_| 1)?;
        self.taken(is_blank);
        let quote = self.rest().bytes().next().filter(|byte| matches!(byte, b'"' | b'\''))?;
        self.at += 1;
        let value = self.taken(|byte| byte != quote && byte >= b' ' && !matches!(byte, b'<' | b'&'));
        let is_closed = self.rest().bytes().next() == Some(quote);
        self.at += 1;
        is_closed.then_some((name, value))
    }

    fn end_tag(&mut self) -> Option<()> {
        self.at += 2;
        let name = self.name()?;
        self.taken(is_blank);
        self.at += self.rest().strip_prefix('>').map(|_| 1)?;
        (self.open.last()?.0 == name).then_some(())?;
        self.end()
    }

    fn text(&mut self) -> Option<()> {
        let text = self.taken(|byte| byte != b'<');
        if text.is_empty() || text.bytes().any(|byte| byte < b' ' && !is_blank(byte)) || text.contains("]]>") {
            return None;
        }
        let text = plain_text(text)?;
        let held = &mut self.open.last_mut()?.1;
        if held.is_empty() {
            *held = text;
        } else if held.len() < LONGEST {
            held.to_mut().push_str(&text);
        }
        Some(())
    }

    fn start(&mut self, name: &'a str, attributes: &[(&'a str, &'a str)], at: usize) -> Option<()> {
        if name == ROOT || self.open.len() >= DEEPEST {
            return None;
        }
        let attribute = |key: &str| attributes.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| *value);
        let is_report = self.open.is_empty();
        self.open.push((name, Cow::Borrowed("")));
        if is_report {
            return Some(());
        }
        match name {
            "metric" => {
                let id = attribute("id");
                let metric = &id[..id.len().min(METRIC)];
                if metric != self.report.metric && !self.report.figures.is_empty() {
                    return None; // figures before it had another
                }
                self.report.metric = metric;
            }
            "segment" => (self.segment, self.part) = (None, None),
            "part" => self.part = None,
            "table" | "var-list" | "caption" => {
                let kind = match name {
                    "table" => "cell",
                    "var-list" => "var",
                    _ => "caption",
                };
                let (segment, part) = (self.segment.clone(), self.part.clone());
                self.figure = Some(Figure { kind, segment, part, ..Figure::default() });
            }
            "var" => {
                (self.name, self.value) = (None, None);
                self.row = Some(Row { at, ..Row::default() });
            }
            "message" => self.row = Some(Row { at, ..Row::default() }),
            "row" => self.row = Some(Row { at, kind: attribute("type"), ..Row::default() }),
            _ => {}
        }
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        let (name, text) = self.open.pop()?;
        let text = trimmed(text);
        let above = self.open.last().map_or("", |(name, _)| *name);
        match name {
            _ if self.open.is_empty() => {}
            "col" => self.cell(above, text)?,
            "row" => self.keep()?,
            "name" => match above {
                "segment" => self.segment = Some(text),
                "part" => self.part = Some(text),
                "var" => self.name = Some(text),
                _ => {}
            },
            "value" if above == "var" => self.value = Some(text),
            "var" => {
                let cell = self.value.clone().filter(|value| !value.is_empty());
                let row = Row { label: self.name.clone(), cells: vec![cell], ..self.row.take()? };
                let figure = self.figure.as_mut().filter(|figure| figure.rows.len() < MOST_ROWS)?;
                figure.rows.push(row);
            }
            "table" | "var-list" | "caption" => {
                if let Some(figure) = self.figure.take() {
                    self.done(figure);
                }
            }
            "message" => self.message()?,
            _ if above == "message" && self.row.is_some() && !text.is_empty() => {
                let row = self.row.as_mut()?;
                row.cells.push(Some(text));
            }
            _ if META.contains(&name) && self.report.meta.iter().all(|(known, _)| *known != name) => {
                if !self.report.figures.is_empty() {
                    return None; // figures before it were without
                }
                self.report.meta.push((name, text));
            }
            _ => {}
        }
        Some(())
    }

    fn cell(&mut self, above: &str, text: Cow<'a, str>) -> Option<()> {
        if above == "column-headers" {
            let heads = &mut self.figure.as_mut().unwrap_or(&mut self.table).heads;
            if heads.len() < MOST_COLUMNS {
                heads.push(text);
            }
        } else if let Some(row) = self.row.as_mut().filter(|_| above == "row") {
            if row.cells.len() >= MOST_COLUMNS {
                return None;
            }
            row.cells.push(Some(text).filter(|text| !text.is_empty()));
        }
        Some(())
    }

    fn keep(&mut self) -> Option<()> {
        let Some(mut row) = self.row.take() else { return Some(()) };
        row.label = row.cells.first().cloned().flatten();
        let figure = self.figure.as_mut().unwrap_or(&mut self.table);
        if figure.rows.len() >= MOST_ROWS {
            return None;
        }
        figure.rows.push(row);
        Some(())
    }

    fn message(&mut self) -> Option<()> {
        let Some(mut row) = self.row.take() else { return Some(()) };
        if row.cells.is_empty() {
            return None; // it says nothing, which is damage
        }
        let words: Vec<Cow<'a, str>> = row.cells.drain(..).flatten().collect();
        row.cells.push(Some(Cow::Owned(words.join(" "))));
        row.label = Some(Cow::Borrowed("message"));
        let (segment, part) = (self.segment.clone(), self.part.clone());
        self.done(Figure { kind: "message", rows: vec![row], segment, part, ..Figure::default() });
        Some(())
    }

    fn done(&mut self, figure: Figure<'a>) {
        if !figure.rows.is_empty() {
            self.report.figures.push(figure);
        }
    }
}

/// Text with its line ends and entities as they are meant; None where an entity is no common one.
fn plain_text(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['&', '\r']) {
        return Some(Cow::Borrowed(text));
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut pieces = text.split('&');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (entity, rest) = piece.split_once(';')?;
        plain.push(match entity {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            _ => return None,
        });
        plain.push_str(rest);
    }
    Some(Cow::Owned(plain))
}

/// The first characters, without blanks around them.
fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    let cut = text.len().min(LONGEST);
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text[..cut].trim()),
        Cow::Owned(text) => Cow::Owned(text[..cut].trim().to_owned()),
    }
}
