//! How many standard errors wide a band is: at each size by itself, or for the whole curve at once.
//!
//! A pointwise band holds the truth at any one size in 95 of 100 samples; the truth of a whole curve leaves it somewhere far
//! more often. A simultaneous band holds the whole curve in 95 of 100 samples: it is as many standard errors wide as the
//! largest of all sizes' studentized errors is in 95 of 100. That largest one is drawn from the parts of the sample: their
//! deviations with normal weights have the covariance of the error between sizes, and the spread is known from as many parts
//! only, which makes it a multivariate t.
//!
//! Reference: J. Montiel Olea, M. Plagborg-Møller, Simultaneous confidence bands: theory, implementation, and an application
//! to SVARs, Journal of Applied Econometrics 34, 2019 (the sup-t band).

/// What a 95 % band promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Band {
    /// The truth at each size, by itself.
    #[default]
    Pointwise,
    /// The truth at all sizes at once.
    Simultaneous,
}

/// Student's t for 95 % and 15 degrees of freedom: those of 16 parts.
const STUDENT_T: f64 = 2.131;
/// Draws of the largest error: the quantile's own error is then about 1 %.
const DRAWS: usize = 4000;
const COVERED: f64 = 0.95;

/// The standard error of the mean.
pub(super) fn standard_error(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let squares: f64 = deviations(values).map(|deviation| deviation.powi(2)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

fn deviations(values: &[f64]) -> impl Iterator<Item = f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(move |value| value - mean)
}

/// Standard errors to either side, at one size.
pub(super) fn pointwise() -> f64 {
    STUDENT_T
}

/// Standard errors to either side, for all sizes at once: `parts` are, for each size, the values of the parts.
pub(super) fn simultaneous(sizes: &[Vec<f64>]) -> f64 {
    let scaled: Vec<Vec<f64>> = sizes.iter().filter_map(|values| scaled(values)).collect();
    let Some(parts) = scaled.first().map(Vec::len) else { return STUDENT_T };
    let mut random = Normal(0x9E37_79B9_7F4A_7C15);
    let mut largest: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let weights: Vec<f64> = (0..parts).map(|_| random.next()).collect();
            let error = |values: &Vec<f64>| values.iter().zip(&weights).map(|(v, w)| v * w).sum::<f64>().abs();
            let squares: f64 = (1..parts).map(|_| random.next().powi(2)).sum();
            scaled.iter().map(error).fold(0.0, f64::max) / (squares / (parts - 1) as f64).sqrt()
        })
        .collect();
    largest.sort_unstable_by(f64::total_cmp);
    largest[(COVERED * DRAWS as f64) as usize].max(STUDENT_T)
}

/// Deviations whose squares add up to 1; nothing where all parts are alike.
fn scaled(values: &[f64]) -> Option<Vec<f64>> {
    let length = deviations(values).map(|deviation| deviation.powi(2)).sum::<f64>().sqrt();
    (length > 0.0).then(|| deviations(values).map(|deviation| deviation / length).collect())
}

/// Normal numbers, the same in every run: splitmix64 and the method of Box and Muller.
struct Normal(u64);

impl Normal {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_size_is_as_wide_as_its_pointwise_band_and_independent_sizes_are_wider() {
        let mut random = Normal(5);
        let mut sizes =
            |count: usize| -> Vec<Vec<f64>> { (0..count).map(|_| (0..16).map(|_| random.next()).collect()).collect() };
        assert!((simultaneous(&sizes(1)) - STUDENT_T).abs() < 0.1);
        // Scheffe's band, of all combinations of 15: the square root of 15 F(15, 15), 95 %.
        let scheffe = (15.0f64 * 2.403).sqrt();
        let many = simultaneous(&sizes(200));
        assert!((3.5..scheffe).contains(&many), "{many}");
        assert_eq!(simultaneous(&[vec![3.0; 16]]), STUDENT_T);
    }

    #[test]
    fn normal_numbers_are_normal() {
        let mut random = Normal(1);
        let many: Vec<f64> = (0..20_000).map(|_| random.next()).collect();
        let (mean, error) = (many.iter().sum::<f64>() / 2e4, standard_error(&many) * 2e4f64.sqrt());
        assert!(mean.abs() < 0.03 && (error - 1.0).abs() < 0.03, "{mean} {error}");
        let inside = many.iter().filter(|value| value.abs() < 1.96).count();
        assert!((18_800..19_200).contains(&inside), "{inside}");
    }
}
