//! A motion at many times, as a structure of arrays, and quantities at all of them at once.

use appell_algebra::Stop;
use appell_code::{CompiledRobot, Function};
use appell_trajectory::Motion;

use crate::error::Error;
use crate::loads::Loads;

/// All coordinates and their derivatives at many times.
#[derive(Clone, Debug)]
pub struct States {
    /// The times, in order.
    pub times: Vec<f64>,
    /// The values: derivative k of coordinate i at time j is `[k][i][j]`.
    pub orders: Vec<Vec<Vec<f64>>>,
}

impl States {
    /// A motion of the axes, with so many derivatives and with the modes of elastic links at zero;
    /// where the work is stopped, at the times until then.
    pub fn of(
        machine: &CompiledRobot,
        motion: &Motion,
        times: &[f64],
        orders: usize,
    ) -> (Self, Option<Stop>) {
        /// How many times there are between two looks at the clock.
        const BETWEEN_LOOKS: usize = 256;
        let coordinates = machine.coordinates().len();
        let mut all = vec![vec![Vec::with_capacity(times.len()); coordinates]; orders];
        let mut now = vec![vec![0.0; motion.axes()]; orders];
        for (j, &t) in times.iter().enumerate() {
            if j % BETWEEN_LOOKS == 0
                && let Err(stop) = machine.budget().check()
            {
                return (Self { times: times[..j].to_vec(), orders: all }, Some(stop));
            }
            let mut rows: Vec<&mut [f64]> = now.iter_mut().map(Vec::as_mut_slice).collect();
            motion.derivatives(t, &mut rows);
            for (columns, row) in all.iter_mut().zip(&now) {
                columns.iter_mut().for_each(|column| column.push(0.0));
                for (axis, &value) in machine.axes().iter().zip(row) {
                    columns[axis.coordinate][j] = value;
                }
            }
        }
        (Self { times: times.to_vec(), orders: all }, None)
    }

    /// The states at some of the times.
    pub(crate) fn at(&self, times: &[f64]) -> Self {
        let place = |time: &f64| self.times.partition_point(|t| t < time);
        let places: Vec<usize> = times.iter().map(place).collect();
        let picked = |row: &Vec<f64>| places.iter().map(|&j| row[j]).collect();
        let order = |rows: &Vec<Vec<f64>>| rows.iter().map(picked).collect();
        Self { times: times.to_vec(), orders: self.orders.iter().map(order).collect() }
    }

    /// The entries of a quantity that depends on so many derivatives: entry i at time j is at
    /// `[i][j]`.
    pub fn evaluate(
        &self,
        machine: &CompiledRobot,
        function: &Function,
        orders: usize,
        loads: &Loads,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let mut entries = vec![Vec::with_capacity(self.times.len()); function.count()];
        let mut start = 0;
        while start < self.times.len() {
            // as long as the same is carried, all times go in one batch
            let load = loads.at(self.times[start]);
            let same = self.times[start..].iter().take_while(|&&t| loads.at(t) == load);
            let end = start + same.count().max(1);
            let rows = self.orders[..orders].iter().flatten();
            let inputs: Vec<f64> = rows.flat_map(|row| &row[start..end]).copied().collect();
            let found = function.batch(end - start, &inputs, &machine.arguments(&load))?;
            for (entry, row) in entries.iter_mut().zip(found.chunks_exact(end - start)) {
                entry.extend_from_slice(row);
            }
            start = end;
        }
        Ok(entries)
    }
}
