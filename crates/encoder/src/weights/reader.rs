//! Reads the tensors of a weight file in file order, checking each table entry on the way.

use super::Norm;
use super::layout::{
    ENTRY_BYTES, FIXED_HEADER_BYTES, Header, NAME_BYTES, array_at, padded, u32_at,
};
use crate::error::ModelError;
use crate::kernels::LinearRows;

/// A file has exactly one valid table, so the reader states what must come next instead of looking
/// a name up.
pub(super) struct Reader<'f> {
    file: &'f [u8],
    entry: usize,
    offset: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int8 = 1,
    Float32 = 2,
}

impl<'f> Reader<'f> {
    /// `file` has the length that its header implies.
    pub fn new(file: &'f [u8], header: &Header) -> Reader<'f> {
        Reader {
            file,
            entry: 0,
            offset: header.first_offset,
        }
    }

    pub fn int8(
        &mut self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<&'f [u8], ModelError> {
        self.tensor(name, Kind::Int8, rows, columns)
    }

    pub fn floats(
        &mut self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Vec<f32>, ModelError> {
        let (chunks, _) = self
            .tensor(name, Kind::Float32, rows, columns)?
            .as_chunks::<4>();
        let numbers: Vec<f32> = chunks
            .iter()
            .map(|&chunk| f32::from_le_bytes(chunk))
            .collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(ModelError::NotFinite(name.to_owned()));
        }
        Ok(numbers)
    }

    pub fn norm(&mut self, name: &str, hidden: usize) -> Result<Norm, ModelError> {
        Ok(Norm {
            weight: self.floats(&format!("{name}.weight"), 1, hidden)?,
            bias: self.floats(&format!("{name}.bias"), 1, hidden)?,
        })
    }

    pub fn linear(
        &mut self,
        name: &str,
        outputs: usize,
        inputs: usize,
    ) -> Result<LinearRows<'f>, ModelError> {
        Ok(LinearRows {
            inputs,
            values: self.int8(&format!("{name}.weight"), outputs, inputs)?,
            scales: self.floats(&format!("{name}.weight.scale"), 1, outputs)?,
            bias: self.floats(&format!("{name}.bias"), 1, outputs)?,
        })
    }

    fn tensor(
        &mut self,
        name: &str,
        kind: Kind,
        rows: usize,
        columns: usize,
    ) -> Result<&'f [u8], ModelError> {
        let at = FIXED_HEADER_BYTES + self.entry * ENTRY_BYTES;
        let mut expected_name = [0; NAME_BYTES];
        expected_name[..name.len()].copy_from_slice(name.as_bytes());
        let is_expected = array_at(self.file, at) == expected_name
            && u32_at(self.file, at + 40) == kind as u32
            && u32_at(self.file, at + 44) as usize == rows
            && u32_at(self.file, at + 48) as usize == columns
            && u32_at(self.file, at + 52) == 0
            && u64::from_le_bytes(array_at(self.file, at + 56)) == self.offset;
        if !is_expected {
            return Err(ModelError::Table(name.to_owned()));
        }
        let bytes = rows * columns * if kind == Kind::Int8 { 1 } else { 4 };
        let start = usize::try_from(self.offset).expect("offsets lie inside the file");
        self.entry += 1;
        self.offset = padded(self.offset + bytes as u64);
        Ok(&self.file[start..start + bytes])
    }
}
