/** Disjoint sets of the numbers 0 to n − 1 (union-find with path halving). A set is named by its least member. */
export class DisjointSets {
  readonly #parent: Int32Array;

  constructor(count: number) {
    this.#parent = new Int32Array(count);
    this.reset();
  }

  /** Makes every number a set of its own again. */
  reset(): void {
    for (let i = 0; i < this.#parent.length; i++) this.#parent[i] = i;
  }

  /** Returns the least member of the set of `i`. */
  find(i: number): number {
    const parent = this.#parent;
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  unite(i: number, j: number): void {
    const [a, b] = [this.find(i), this.find(j)];
    this.#parent[Math.max(a, b)] = Math.min(a, b);
  }
}
