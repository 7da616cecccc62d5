/** The sparsity of the matrix of a cloth, as kernels/assembly/cloth/structure.ts writes it. */

export interface Structure {
  /** Row of each vertex. */
  readonly rowOf: Int32Array;
  /** First block of each row, with one entry more at the end, and column of each block. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** Both scalars of each further couple; −1 if an edge joins the two, whose blocks are used then. */
  readonly pairScalars: Int32Array;
}

/** Returns the block in row i, column j; −1 if there is none. */
export function blockAt(
  { rows, columns }: Pick<Structure, 'rows' | 'columns'>,
  i: number,
  j: number,
): number {
  for (let at = rows[i]; at < rows[i + 1]; at++) if (columns[at] === j) return at;
  return -1;
}
