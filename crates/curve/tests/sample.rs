//! Sampling: the same pages from every instruction set, the truth inside the band, refusals.

use crate::brute::traces::{self, Random, chunk};
use getpage_curve::sample::{Band, PageFilter, Rate, SampledLru};
use getpage_curve::{Access, Chunk, InstructionSet, LruStack, Pages, Touch};

fn rate(rate: f64) -> Rate {
    Rate::new(rate).expect("a rate")
}

#[test]
fn every_instruction_set_samples_the_same_pages_and_all_references_to_them() {
    let trace = traces::skewed(50_003, 5_000, 6);
    let whole = chunk(&trace);
    let samples: Vec<Vec<_>> = InstructionSet::available()
        .into_iter()
        .map(|set| {
            let mut sample = Chunk::new();
            PageFilter::new(rate(0.25), 3).on(set).append_sampled(whole.columns(), &mut sample);
            sample.columns().iter().collect()
        })
        .collect();
    assert!(samples.iter().all(|sample| *sample == samples[0]));
    let pages: std::collections::HashSet<u64> = samples[0].iter().map(|reference| reference.0).collect();
    let expected: Vec<_> = trace.iter().copied().filter(|(page, _)| pages.contains(page)).collect();
    assert_eq!(samples[0], expected);
    assert!((800..1_700).contains(&pages.len()), "{}", pages.len());
}

#[test]
fn a_rate_of_one_is_exact() {
    let trace = traces::skewed(60_000, 20_000, 4);
    let sizes: Vec<Pages> = (0..40).map(|step| Pages(step * 400)).collect();
    let mut exact = LruStack::new();
    exact.push(chunk(&trace).columns());
    let mut sampled = SampledLru::new(rate(1.0), 1);
    trace.chunks(1_111).for_each(|part| sampled.push(chunk(part).columns()));
    for (exact, sampled) in exact.curve().rows(&sizes).iter().zip(sampled.rows(&sizes, Band::Pointwise).expect("large"))
    {
        assert_eq!(exact.reads, sampled.reads);
        assert_eq!(exact.getpages, sampled.getpages);
    }
}

#[test]
fn the_truth_is_inside_the_band_for_nearly_all_seeds_and_sizes() {
    // Skewed, with one page that has a tenth of all references: what the denominator is for.
    let mut random = Random(12);
    let mut trace = Chunk::new();
    for _ in 0..2_000_000 {
        let range = random.below(200_000) + 1;
        let page = if random.below(10) == 0 { 0 } else { random.below(range) };
        trace.push(page, Touch::read(Access::Random));
    }
    let sizes: Vec<Pages> = (1..20).map(|step| Pages(step * 9_000)).collect();
    let mut exact = LruStack::new();
    exact.push(trace.columns());
    let exact = exact.curve().rows(&sizes);
    let (mut inside, mut error) = (0, 0.0);
    for seed in 0..60 {
        let mut sampled = SampledLru::new(rate(0.1), seed);
        sampled.push(trace.columns());
        for (row, exact) in sampled.rows(&sizes, Band::Pointwise).expect("large").iter().zip(&exact) {
            inside += usize::from((row.band.0..=row.band.1).contains(&exact.read_ratio()));
            error += (row.read_ratio - exact.read_ratio()).abs();
        }
    }
    let rows = 60 * sizes.len();
    assert!(inside * 100 >= rows * 90, "{inside} of {rows}");
    // The mean error that SHARDS reports for samples of 8,192 pages; these have twice as many.
    assert!(error / (rows as f64) < 0.006, "{}", error / rows as f64);
}

#[test]
fn the_whole_curve_is_inside_a_simultaneous_band_and_not_inside_a_pointwise_one() {
    let mut random = Random(31);
    let mut trace = Chunk::new();
    for _ in 0..600_000 {
        let range = random.below(100_000) + 1;
        trace.push(random.below(range), Touch::read(Access::Random));
    }
    let mut exact = LruStack::new();
    exact.push(trace.columns());
    // Other sizes than the band is made for.
    let sizes: Vec<Pages> = (1..300).map(|step| Pages(step * 311)).collect();
    let exact = exact.rows(&sizes);
    let whole = |band: Band| {
        let inside = (0..120).filter(|&seed| {
            let mut sampled = SampledLru::new(rate(0.12), 100 + seed);
            sampled.push(trace.columns());
            let rows = sampled.rows(&sizes, band).expect("large enough");
            rows.iter().zip(&exact).all(|(row, exact)| (row.band.0..=row.band.1).contains(&exact.read_ratio()))
        });
        inside.count()
    };
    // 95 % of 120 are 114; fewer than 108 would come in one of 100 runs.
    let [pointwise, simultaneous] = [Band::Pointwise, Band::Simultaneous].map(whole);
    assert!(simultaneous >= 108, "{simultaneous}");
    assert!(pointwise < 108 && pointwise < simultaneous, "{pointwise}");
}

#[test]
fn a_sample_that_is_too_small_is_refused_with_a_rate_that_is_not() {
    let trace = traces::skewed(200_000, 40_000, 4);
    let mut small = SampledLru::new(rate(0.01), 1);
    small.push(chunk(&trace).columns());
    let refusal = small.rows(&[Pages(100)], Band::Pointwise).expect_err("too few pages");
    assert!(refusal.to_string().contains("at least 8192 pages"), "{refusal}");
    let mut larger = SampledLru::new(rate(refusal.enough), 1);
    larger.push(chunk(&trace).columns());
    assert!(larger.rows(&[Pages(100)], Band::Pointwise).is_ok());
}

#[test]
fn numbers_that_are_no_rates_are_refused() {
    for number in [0.0, -0.1, 1.1, f64::NAN, f64::INFINITY] {
        assert!(Rate::new(number).is_err());
    }
}
