//! The price of one room: at a price each consumer takes the vertex of its hull where the slope falls below it, and the price
//! is the slope of the edge on which the room runs out.
//!
//! That edge is selected, not sorted for: the edges steeper than a pivot either overstep the room or do not, so that one
//! half is done with each time.
//!
//! Reference: E. Balas and E. Zemel, "An algorithm for large zero-one knapsack problems", Operations Research 28, 1980.

use crate::curves::Curves;
use crate::hull::upper_hulls;

/// The least price of a byte at which the best points of all owners take no more than `room` bytes; 0 where all fits.
pub fn price(curves: Curves<'_>, room: i64) -> f64 {
    let hull = upper_hulls(curves);
    let mut taken: i128 = 0; // by the first point of each owner, and by all edges that surely go before the price
    let mut edges: Vec<(f64, i64)> = Vec::with_capacity(hull.len());
    for (place, &vertex) in hull.iter().enumerate() {
        match place.checked_sub(1).map(|before| hull[before]) {
            Some(before) if curves.owner[before] == curves.owner[vertex] => {
                edges.push((curves.slope(before, vertex), curves.taken[vertex] - curves.taken[before]));
            }
            _ => taken += i128::from(curves.taken[vertex]),
        }
    }
    let mut left = edges.as_mut_slice();
    let room = i128::from(room);
    if taken + bytes(left) <= room {
        return 0.0;
    }
    while left.len() > 1 {
        let middle = left.len() / 2;
        left.select_nth_unstable_by(middle, |edge, other| other.0.total_cmp(&edge.0));
        let (steeper, rest) = left.split_at_mut(middle);
        let more = bytes(steeper);
        if taken + more > room {
            left = steeper;
        } else {
            taken += more;
            left = rest;
        }
    }
    left.first().map_or(0.0, |edge| edge.0)
}

fn bytes(edges: &[(f64, i64)]) -> i128 {
    edges.iter().map(|edge| i128::from(edge.1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All edges sorted: what the selection must find.
    fn sorted(curves: Curves<'_>, room: i64) -> f64 {
        let hull = upper_hulls(curves);
        let same = |pair: &&[usize]| curves.owner[pair[0]] == curves.owner[pair[1]];
        let mut edges: Vec<_> = hull
            .windows(2)
            .filter(same)
            .map(|pair| (curves.slope(pair[0], pair[1]), curves.taken[pair[1]] - curves.taken[pair[0]]))
            .collect();
        edges.sort_by(|edge, other| other.0.total_cmp(&edge.0));
        let firsts = (0..curves.owner.len()).filter(|&at| at == 0 || curves.owner[at] != curves.owner[at - 1]);
        let mut taken: i64 = firsts.map(|at| curves.taken[at]).sum();
        for (slope, wide) in edges {
            taken += wide;
            if taken > room {
                return slope;
            }
        }
        0.0
    }

    proptest! {
        #[test]
        fn the_edge_on_which_the_room_runs_out_is_found(
            points in prop::collection::vec((0i64..6, 1i64..20, 0i32..50), 0..80),
            room in -50i64..400,
        ) {
            let mut owner: Vec<i64> = points.iter().map(|point| point.0).collect();
            owner.sort_unstable();
            let mut taken = vec![0; points.len()];
            for at in 0..points.len() {
                taken[at] = points[at].1 + if at > 0 && owner[at] == owner[at - 1] { taken[at - 1] } else { -10 };
            }
            let worth: Vec<f64> = points.iter().map(|point| f64::from(point.2)).collect();
            let curves = Curves::new(&owner, &taken, &worth).expect("one length");
            prop_assert_eq!(price(curves, room), sorted(curves, room));
        }
    }
}
