//! The MLX that this machine was set up with: what the engine builds on works.

use std::error::Error;

use half::{bf16, f16};
use mlx_rs::{Array, Device, Dtype, linalg, ops, random, with_device};

/// Small whole numbers, whose products and sums are exact in any order.
fn whole_numbers(rows: i32, columns: i32) -> Array {
    let values: Vec<f32> = (0..rows * columns)
        .map(|i| (i * 7 % 11 - 5) as f32)
        .collect();
    Array::from_slice(&values, &[rows, columns])
}

/// `a · bᵀ`, computed here.
fn product(a: &[f32], b: &[f32], inner: usize) -> Vec<f32> {
    a.chunks(inner)
        .flat_map(|row| {
            b.chunks(inner)
                .map(move |column| row.iter().zip(column).map(|(x, y)| x * y).sum())
        })
        .collect()
}

#[test]
fn matrix_products_are_exact_for_any_number_of_rows() -> Result<(), Box<dyn Error>> {
    let (columns, inner) = (67, 129);
    let b = whole_numbers(columns, inner);
    for rows in [1, 2, 3, 4, 8, 33, 64] {
        let a = whole_numbers(rows, inner);
        let c = ops::matmul(&a, b.t())?;
        c.eval()?;
        assert_eq!(
            c.as_slice::<f32>(),
            product(a.as_slice(), b.as_slice(), inner as usize),
            "{rows} rows"
        );
    }
    Ok(())
}

#[test]
fn quantized_products_equal_those_of_the_dequantized_matrix() -> Result<(), Box<dyn Error>> {
    let weights = random::normal::<f32>(&[64, 128], None, None, Some(&random::key(1)?))?;
    let x = random::normal::<f32>(&[3, 128], None, None, Some(&random::key(2)?))?;
    for bits in [2, 4, 8] {
        let (quantized, scales, biases) = ops::quantize(&weights, 64, bits)?;
        let actual = ops::quantized_matmul(&x, &quantized, &scales, &biases, true, 64, bits)?;
        let dense = ops::dequantize(&quantized, &scales, &biases, 64, bits)?;
        let expected = ops::matmul(&x, dense.t())?;
        let worst = ops::abs(actual.subtract(&expected)?)?.max(None)?;
        assert!(
            worst.try_item_exact::<f32>()? < 1e-3,
            "{bits} bits: off by {worst}"
        );
    }
    Ok(())
}

/// mlx-c leaves these accessors out on x86-64; the set-up brings them back.
#[test]
fn half_precision_values_are_read_as_written() -> Result<(), Box<dyn Error>> {
    let values = [1.0_f32, -2.5, 0.007_812_5, 384.0];
    let array = Array::from_slice(&values, &[4]);

    let brain = array.as_dtype(Dtype::Bfloat16)?;
    brain.eval()?;
    assert_eq!(brain.as_slice::<bf16>(), values.map(bf16::from_f32));

    let half = array.as_dtype(Dtype::Float16)?;
    half.eval()?;
    assert_eq!(half.as_slice::<f16>(), values.map(f16::from_f32));
    Ok(())
}

/// LAPACK and OpenBLAS come from two builds; they must get along.
#[test]
fn an_inverse_undoes_its_matrix() -> Result<(), Box<dyn Error>> {
    let matrix = Array::from_slice(
        &[4.0_f32, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 5.0],
        &[3, 3],
    );
    let inverse = with_device(Device::cpu(), || linalg::inv(&matrix))?;
    let identity = ops::matmul(&matrix, &inverse)?;
    let worst = ops::abs(identity.subtract(ops::eye::<f32>(3, None, None)?)?)?.max(None)?;
    assert!(worst.try_item_exact::<f32>()? < 1e-5, "off by {worst}");
    Ok(())
}

/// The default generator takes its seed from the clock that the set-up gives.
#[test]
fn the_unseeded_generator_draws_in_range() -> Result<(), Box<dyn Error>> {
    let draws = random::uniform::<_, f32>(0.0, 1.0, &[64], None)?;
    draws.eval()?;
    let values = draws.as_slice::<f32>();
    assert!(values.iter().all(|x| (0.0..1.0).contains(x)));
    assert!(values.iter().any(|x| *x != values[0]));
    Ok(())
}
