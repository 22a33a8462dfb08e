//! Cases of every target for as long as asked, and one report of distinct failures:
//! `cargo run --release -p getpage-hostile --bin hunt -- MINUTES [FIRST [TARGET]]`.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::panic;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use getpage_hostile::{TARGETS, Target};

static PLACE: Mutex<String> = Mutex::new(String::new());

fn main() {
    let mut given = std::env::args().skip(1);
    let minutes: f64 = given.next().map_or(1.0, |word| word.parse().expect("minutes"));
    let first: u64 = given.next().map_or(0, |word| word.parse().expect("the number of a case"));
    let only = given.next();
    let wanted = |target: &&Target| only.as_ref().is_none_or(|name| name == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        *PLACE.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = place;
    }));
    let mut failures: BTreeMap<String, (u64, String)> = BTreeMap::new();
    for target in &targets {
        let seeds = (target.seeds)();
        let until = Instant::now() + Duration::from_secs_f64(minutes * 60.0 / targets.len() as f64);
        let mut number = first;
        let mut longest = (Duration::ZERO, 0);
        while Instant::now() < until {
            let bytes = target.case(&seeds, number);
            let started = Instant::now();
            if panic::catch_unwind(|| (target.check)(&bytes)).is_err() {
                let place = PLACE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
                let failure = failures.entry(place).or_insert_with(|| (0, format!("{} {number}", target.name)));
                failure.0 += 1;
            }
            longest = longest.max((started.elapsed(), number));
            number += 1;
        }
        println!("{}: {} cases from {first} on; the longest took {:?}", target.name, number - first, longest.0);
    }
    println!("{} distinct failures", failures.len());
    for (place, (times, case)) in &failures {
        println!("{times} x {place}, first in case {case}");
    }
    std::process::exit(i32::from(!failures.is_empty()));
}
