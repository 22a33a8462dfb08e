//! Reports of RMF in XML: what is taken lies within the bytes, and does not depend on how much of them is there.

use getpage_smf::rmf::{self, Next};

use crate::records::pick;

/// Plain reports of both kinds, and what stands between them and is none.
pub fn seeds() -> Vec<Vec<u8>> {
    let paging = "<postprocessor>\n<metric id=\"PAGING\"><description>Paging Activity</description></metric>\
        <resource><resname>SYSA</resname><restype>SYSTEM</restype></resource>\
        <segment id=\"1\"><name>Central Storage</name><part id='2'><name>Frame &amp; Slot</name><table>\r\n\
        <column-headers><col type=\"T\">Type</col><col>MIN</col></column-headers>\
        <row refno=\"1\" type=\"S\"><col>AVAILABLE</col><col>1,000</col></row><row><col/><col>2</col></row>\
        </table></part></segment><var-list><var><name>A</name><value>1</value></var></var-list>\
        <message><severity>1</severity><text>none &lt;0></text></message></postprocessor>\n";
    let storf = "<report><metric id=\"STORF\"/><row><col>JOB</col><col>7</col></row>\
        <column-headers><col>NAME</col><col>FRAMES</col></column-headers>\
        <caption><var><name>X</name><value/></var></caption></report>";
    [
        paging.to_owned(),
        format!("{paging}{storf}\n<!-- no report -->{paging}</ddsml>"),
        format!("{storf} {storf}<report><![CDATA[x]]></report>{storf}"),
        format!("<report>{}</report>", "<a>".repeat(45) + &"</a>".repeat(45)),
        format!("{paging}<postprocessor ><row><col>{}</col></row>", "long ".repeat(300)),
    ]
    .map(String::into_bytes)
    .to_vec()
}

/// All of the bytes, and a beginning of them.
pub fn check(bytes: &[u8]) {
    let (taken, end, next) = rmf::reports(bytes);
    let places: Vec<usize> = taken.iter().map(|report| report.at).collect();
    assert!(end <= bytes.len() && places.is_sorted_by(|a, b| a < b) && places.last().is_none_or(|at| *at < end));
    if let Next::Left(behind) = next {
        assert!(end < behind && behind <= bytes.len());
    }
    for report in &taken {
        let rows = report.figures.iter().flat_map(|figure| &figure.rows);
        assert!(rows.clone().all(|row| report.at < row.at && row.at < end && bytes[row.at] == b'<'));
        assert!(rows.map(|row| row.cells.len()).sum::<usize>() <= bytes.len() / "<col/>".len());
    }
    let cut = pick(bytes, bytes.len() + 1);
    let (sooner, at, why) = rmf::reports(&bytes[..cut]);
    assert_eq!(sooner[..], taken[..sooner.len()], "of {cut} bytes");
    if why != Next::Open {
        assert_eq!((sooner.len(), at, why), (taken.len(), end, next), "of {cut} bytes");
    }
}
