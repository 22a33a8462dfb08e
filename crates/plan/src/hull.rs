//! Upper hulls: of each curve the points that are best at some price of a byte.
//!
//! Between two vertices every point is worth less than the straight line: storage that fits neither vertex is better given to
//! somebody else. A curve that stays flat and then rises has one long edge there, a cliff.
//!
//! References: R. L. Graham 1972 and A. M. Andrew 1979 (monotone chain); P. Sinha and A. Zoltners, "The multiple-choice
//! knapsack problem", Operations Research 27, 1979 (dominance and LP-dominance, which this is).

use crate::curves::Curves;

/// Places of the vertices of all curves, ascending. The first point of an owner is always one; a later one only where it is
/// worth more than all before it.
pub fn upper_hulls(curves: Curves<'_>) -> Vec<usize> {
    let mut hull: Vec<usize> = Vec::new();
    let mut first = 0; // where the vertices of the present owner begin
    for point in 0..curves.owner.len() {
        if point == 0 || curves.owner[point] != curves.owner[point - 1] {
            first = hull.len();
            hull.push(point);
            continue;
        }
        if curves.worth[point] <= curves.worth[hull[hull.len() - 1]] {
            continue;
        }
        while let [.., before, last] = hull[first..]
            && curves.slope(before, last) <= curves.slope(last, point)
        {
            hull.pop();
        }
        hull.push(point);
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_cliff_is_one_edge_and_a_flat_end_is_none() {
        let owner = [0; 5];
        let taken = [0, 1, 2, 3, 4];
        let worth = [0.0, 0.0, 0.0, 9.0, 9.0];
        assert_eq!(upper_hulls(Curves::new(&owner, &taken, &worth).expect("one length")), [0, 3]);
    }

    proptest! {
        #[test]
        fn no_point_lies_above_the_hull_and_slopes_fall(worth in prop::collection::vec(-100i32..100, 1..40)) {
            let owner = vec![7; worth.len()];
            let taken: Vec<i64> = (0..worth.len() as i64).map(|at| at * at - 50).collect();
            let worth: Vec<f64> = worth.into_iter().map(f64::from).collect();
            let curves = Curves::new(&owner, &taken, &worth).expect("one length");
            let hull = upper_hulls(curves);
            prop_assert_eq!(hull[0], 0);
            for edge in hull.windows(2) {
                for between in edge[0]..edge[1] {
                    let line = worth[edge[0]] + curves.slope(edge[0], edge[1]) * (taken[between] - taken[edge[0]]) as f64;
                    prop_assert!(worth[between] <= line + 1e-9);
                }
            }
            for three in hull.windows(3) {
                prop_assert!(curves.slope(three[0], three[1]) > curves.slope(three[1], three[2]));
            }
            let last = hull[hull.len() - 1];
            prop_assert!(worth.iter().all(|&each| each <= worth[last]));
        }
    }
}
