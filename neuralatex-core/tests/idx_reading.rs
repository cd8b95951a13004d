//! Images and labels of the MNIST format are read as they stand, packed or not.

#[path = "common/images.rs"]
mod images;
#[path = "common/reading.rs"]
mod reading;

use images::{F32, F64, I8, I16, I32, U8, file, packed};
use neuralatex_core::prelude::*;
use reading::{Folder, inputs, reader, trained};

fn read(folder: &Folder, images: &[u8], labels: &[u8], precision: Precision) -> Trained {
    let source = idx(folder.file("images", images), folder.file("labels", labels));
    trained(reader(source).precision(precision))
}

#[test]
fn bytes_become_numbers_from_zero_to_one_and_labels_classes() {
    let folder = Folder::of("idx_bytes");
    let (images, labels) = (images::images(), images::labels());
    for (images, labels) in [
        (images.clone(), labels.clone()),
        (packed(&images), labels.clone()),
        (images.clone(), packed(&labels)),
        (packed(&images), packed(&labels)),
    ] {
        let read = read(&folder, &images, &labels, Precision::F64);
        let expected = [[0.0, 1.0], [0.2, 0.4], [1.0, 0.0], [0.6, 0.8]];
        assert_eq!(inputs(read.data()), expected);
        assert_eq!(read.data().classes(), [7, 3, 3, 9]);
        let code = read.code();
        assert!(code.contains("[i32; 3] = [3, 7, 9]"), "{code}");
        assert!(!code.contains("ReadInput"), "pixels have no names: {code}");
    }
    let single = read(&folder, &images, &labels, Precision::F32);
    assert_eq!(
        single.data().inputs(1),
        [f64::from(0.2_f32), f64::from(0.4_f32)]
    );
}

#[test]
fn other_types_of_numbers_are_as_they_are() {
    let folder = Folder::of("idx_types");
    let numbers = [-2.0, 3.0, 0.0, 127.0];
    let each =
        |bytes: fn(f64) -> Vec<u8>| -> Vec<u8> { numbers.iter().flat_map(|n| bytes(*n)).collect() };
    for (kind, bytes) in [
        (I8, each(|n| vec![n as i8 as u8])),
        (I16, each(|n| (n as i16).to_be_bytes().to_vec())),
        (I32, each(|n| (n as i32).to_be_bytes().to_vec())),
        (F32, each(|n| (n as f32).to_be_bytes().to_vec())),
        (F64, each(|n| n.to_be_bytes().to_vec())),
    ] {
        let images = file(kind, &[4, 1], &bytes);
        let read_images = read(&folder, &images, &images::labels(), Precision::F32);
        assert_eq!(inputs(read_images.data()), numbers.map(|number| [number]));
        if ![F32, F64].contains(&kind) {
            let labels = file(kind, &[4], &bytes);
            let read = read(&folder, &images, &labels, Precision::F32);
            assert_eq!(read.data().classes(), numbers.map(|number| number as i32));
        }
    }
}

#[test]
fn images_have_any_number_of_dimensions() {
    let folder = Folder::of("idx_dimensions");
    for sizes in [&[4, 1][..], &[4, 1, 1], &[4, 1, 1, 1]] {
        let images = file(U8, sizes, &[255, 0, 51, 102]);
        let read = read(&folder, &images, &images::labels(), Precision::F64);
        assert_eq!(inputs(read.data()), [[1.0], [0.0], [0.2], [0.4]]);
    }
}

/// More than is turned into numbers at a time, and more than gzip looks back.
#[test]
fn many_images_are_read_whole() {
    let (count, pixels) = (3_000, 37);
    let bytes: Vec<u8> = (0..count * pixels).map(|n| (n * 7 % 251) as u8).collect();
    let images = file(U8, &[count as u32, 37], &bytes);
    let labels: Vec<u8> = (0..count).map(|n| (n % 5) as u8).collect();
    let labels = file(U8, &[count as u32], &labels);
    let folder = Folder::of("idx_many");
    let read = read(&folder, &packed(&images), &packed(&labels), Precision::F64);
    for (row, found) in inputs(read.data()).iter().enumerate() {
        for (pixel, found) in found.iter().enumerate() {
            assert_eq!(*found, f64::from(bytes[row * pixels + pixel]) / 255.0);
        }
    }
}

#[test]
fn images_are_evaluated_by_images_of_fewer_classes() {
    let folder = Folder::of("idx_eval");
    let data = idx(
        folder.file("images", images::images()),
        folder.file("labels", images::labels()),
    );
    let one = |labels: &[u8]| {
        let images = folder.file("images_of_eval", file(U8, &[2, 1, 2], &[0, 51, 102, 255]));
        idx(
            images,
            folder.file("labels_of_eval", file(U8, &[2], labels)),
        )
    };
    for labels in [[9, 3], [9, 9]] {
        let read = trained(reader(data.clone()).eval(one(&labels)));
        assert_eq!(read.eval().unwrap().classes(), labels.map(i32::from));
    }
}
