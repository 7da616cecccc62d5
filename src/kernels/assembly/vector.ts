/** Vectors of three f64 in memory. */
import * as Quad32 from '../../layouts/generated/quad32';
import * as Vector from '../../layouts/generated/vector';
/** Bytes of a vector, as a bound of loops over its coordinates. */
export const VECTOR: usize = Vector.BYTES;
/** Bytes of four i32, as a bound of loops over the vertices of two features. */
export const VERTICES: usize = Quad32.BYTES;
