//! The group buffer pool against plain lists, one per size.

use crate::brute::gbp::Group as Plain;
use crate::brute::traces::{self, Random, chunk};
use getpage_curve::gbp::{GbpCache, Group, GroupError};
use getpage_curve::{Access, Columns, Pages, Touch};

#[test]
fn every_size_matches_plain_lists() {
    let sizes: Vec<Pages> = (0..64).rev().map(|step| Pages(step * step / 6)).collect();
    for (name, trace) in traces::of(8_000) {
        for local in [&[Pages(5)][..], &[Pages(40), Pages(60)], &[Pages(1), Pages(300), Pages(90), Pages(20)]] {
            for cache in [GbpCache::Changed, GbpCache::All] {
                let mut random = Random(9);
                let members: Vec<u8> = trace.iter().map(|_| random.below(local.len() as u64) as u8).collect();
                let mut group = Group::new(local, cache, &sizes).expect("sizes");
                for (part, members) in trace.chunks(777).zip(members.chunks(777)) {
                    group.push(chunk(part).columns(), members).expect("members");
                }
                for (row, &size) in group.rows().into_iter().zip(&sizes) {
                    let mut plain = Plain::new(local, cache, size);
                    for (&(page, touch), &member) in trace.iter().zip(&members) {
                        plain.reference(page, touch, usize::from(member));
                    }
                    assert_eq!(row, plain.row, "{name}, {local:?}, {cache:?}");
                    assert_eq!(group.cross_invalidations().0, plain.invalidations);
                }
            }
        }
    }
}

#[test]
fn a_change_by_one_member_is_a_gbp_hit_for_the_other() {
    let read = Touch::read(Access::Random);
    let write = Touch::write(Access::Random);
    let mut group = Group::new(&[Pages(10), Pages(10)], GbpCache::Changed, &[Pages(0), Pages(10)]).expect("sizes");
    let columns = [7, 7, 7];
    group.push(Columns::new(&columns, &[read, write, read]).expect("equal"), &[1, 0, 1]).expect("members");
    let [none, some] = group.rows()[..] else { panic!("two sizes") };
    assert_eq!((none.disk_reads.0, none.disk_reads_invalid.0), (3, 1));
    assert_eq!((some.disk_reads.0, some.gbp_hits.0, some.gbp_hits_invalid.0), (2, 1, 1));
    assert_eq!(group.cross_invalidations().0, 1);
}

#[test]
fn groups_and_members_that_cannot_be_are_refused() {
    assert!(matches!(
        Group::new(&[Pages(1), Pages(0)], GbpCache::All, &[]),
        Err(GroupError::LocalSize { member: 1, .. })
    ));
    let mut group = Group::new(&[Pages(1)], GbpCache::All, &[Pages(1)]).expect("sizes");
    let touches = [Touch::read(Access::Random); 2];
    let columns = Columns::new(&[1, 2], &touches).expect("equal");
    assert!(matches!(group.push(columns, &[0, 1]), Err(GroupError::Member { row: 1, found: 1, members: 1 })));
    assert!(group.push(columns, &[0]).is_err());
}
