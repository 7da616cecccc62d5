/** Forces and stiffness of the woven cloth, against differences and against each other. */
import type { World } from 'pliant';
import type { AdaptiveCloth } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { hingeDerivatives, triangleDerivatives } from './derivatives.ts';
import { energies, moveTo, random, wovenCloth } from './woven-cloth.ts';

/** Crumpled: every vertex off by up to a fifth of an edge. */
function crumple(world: World, cloth: AdaptiveCloth, seed: number, amount = 0.05): void {
  const chance = random(seed);
  const off = () => amount * (2 * chance() - 1);
  moveTo(world, cloth, (u, v) => [u + off(), 0.9 * v + off(), 0.3 * u * v + off()]);
}

/** Six cases: kinds of mesh by states. */
const CASES = [
  { level: 0, mixed: 0 },
  { level: 1, mixed: 0 },
  { level: 1, mixed: 2 },
].flatMap((mesh) => [3, 4].map((seed) => ({ ...mesh, cells: [3, 2] as const, seed })));

interface Assembled {
  force: Float64Array;
  exact: Float64Array;
  kept: Float64Array;
}

/** Sums over triangles and hinges, by rows of the solver. */
function assembled(cloth: AdaptiveCloth, rate: number): Assembled {
  const { system } = cloth;
  const n = 3 * cloth.count;
  const sum: Assembled = {
    force: new Float64Array(n),
    exact: new Float64Array(n * n),
    kept: new Float64Array(n * n),
  };
  const nodes = system.blocks.nodes.view;
  const add = (
    vertices: Int32Array,
    of: (x: Float64Array) => { gradient: Float64Array; exact: Float64Array; kept: Float64Array },
  ) => {
    const places = Array.from(vertices).flatMap((v) => [3 * v, 3 * v + 1, 3 * v + 2]);
    const x = Float64Array.from(places, (at) => nodes[4 * Math.floor(at / 3) + (at % 3)]);
    const { gradient, exact, kept } = of(x);
    places.forEach((row, r) => {
      sum.force[row] -= gradient[r];
      places.forEach((column, s) => {
        sum.exact[n * row + column] += exact[places.length * r + s];
        sum.kept[n * row + column] += kept[places.length * r + s];
      });
    });
  };
  const corners = system.blocks.corners.view;
  const triangles = system.blocks.triangles.view;
  const before = system.blocks.before.view;
  for (let t = 0; t < system.triangleCount; t++) {
    add(corners.subarray(3 * t, 3 * t + 3), (x) =>
      triangleDerivatives(x, triangles.subarray(8 * t, 8 * t + 7), before.subarray(4 * t, 4 * t + 3), rate),
    );
  }
  const vertices = system.blocks.hingeVertices.view;
  const hinges = system.blocks.hinges.view;
  for (let h = 0; h < system.hingeCount; h++) {
    const four = vertices.subarray(4 * h, 4 * h + 4);
    const flat = coefficients(cloth, four);
    add(four, (x) => hingeDerivatives(x, hinges.subarray(4 * h, 4 * h + 3), flat, rate));
  }
  return sum;
}

/** Of θ by the heights of a hinge's vertices over the pattern's plane. */
function coefficients(cloth: AdaptiveCloth, rows: Int32Array): number[] {
  const order = cloth.system.blocks.order.view;
  const [i, j, k, l] = Array.from(rows, (r) => [cloth.places[2 * order[r]], cloth.places[2 * order[r] + 1]]);
  const flat = [i, j, k, l].flatMap(([u, v]) => [u, v, 0]);
  return [0, 1, 2, 3].map((vertex) => {
    const lifted = (z: number) => {
      const x = flat.slice();
      x[3 * vertex + 2] = z;
      return hingeDerivatives(x, [1, 0, 0], [0, 0, 0, 0], 0).angle;
    };
    return (lifted(1e-6) - lifted(-1e-6)) / 2e-6;
  });
}

/** The matrix that the kernels left, by rows, without masses. */
function matrixOf(cloth: AdaptiveCloth): Float64Array {
  const { system } = cloth;
  const n = 3 * cloth.count;
  const matrix = new Float64Array(n * n);
  const [rows, columns, blocks] = [
    system.blocks.rows.view,
    system.blocks.columns.view,
    system.blocks.blocks.view,
  ];
  const [scalarRows, scalarColumns] = [system.blocks.scalarRows.view, system.blocks.scalarColumns.view];
  const scalars = system.blocks.scalars.view;
  const add = (i: number, j: number, p: number, q: number, value: number) => {
    matrix[n * (3 * i + p) + 3 * j + q] += value;
    matrix[n * (3 * i + p) + 3 * i + q] -= value;
  };
  for (let i = 0; i < cloth.count; i++) {
    for (let at = rows[i]; at < rows[i + 1]; at++) {
      for (let p = 0; p < 3; p++) {
        for (let q = 0; q < 3; q++) add(i, columns[at], p, q, blocks[9 * at + 3 * q + p]);
      }
    }
    for (let at = scalarRows[i]; at < scalarRows[i + 1]; at++) {
      for (let p = 0; p < 3; p++) add(i, scalarColumns[at], p, p, scalars[at]);
    }
  }
  return matrix;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

function kernelForce(cloth: AdaptiveCloth): Float64Array {
  const loads = cloth.system.blocks.loads.view;
  return Float64Array.from({ length: 3 * cloth.count }, (_, k) => loads[4 * Math.floor(k / 3) + (k % 3)]);
}

/** Stiff in bending, so that a mistake in it would show beside the threads. */
const STIFF = { bendWarp: 20, bendWeft: 10 };

describe.each(CASES)('level $level with $mixed rounds of refinement, state $seed', ({ seed, ...mesh }) => {
  const { world, cloth } = wovenCloth({ ...mesh, material: STIFF });
  const { system } = cloth;
  crumple(world, cloth, seed);
  const { position } = world.particles;
  const nodes = system.blocks.nodes.view;

  it('forces are minus the slope of the energy', () => {
    system.measure(position, cloth.first);
    system.explicitForces(1, 0, 0);
    const force = kernelForce(cloth);
    const order = system.blocks.order.view;
    const { stride, position: x } = world.particles;
    const step = 1e-6; // m: rounding 1e-16/1e-6 and the cubic term 1e-12 are both far below the tolerance
    const energy = () => {
      const { woven, bend } = energies(world, cloth);
      return woven + bend;
    };
    const slopes = force.map((_, k) => {
      const at = (k % 3) * stride + cloth.first + order[Math.floor(k / 3)];
      const here = x.view[at];
      x.view[at] = here + step;
      const ahead = energy();
      x.view[at] = here - step;
      const behind = energy();
      x.view[at] = here;
      return -(ahead - behind) / (2 * step);
    });
    expect(distance(force, slopes)).toBeLessThan(1e-6 * largest(force));
  });

  it.each([0, 0.7])('exact stiffness is the slope of the forces, damping %s', (rate) => {
    system.measure(position, cloth.first);
    system.begin();
    crumple(world, cloth, seed + 10);
    system.measure(position, cloth.first);
    const { force, exact } = assembled(cloth, rate);
    const n = force.length;
    const step = 1e-6;
    const slopes = new Float64Array(n * n);
    const order = system.blocks.order.view;
    const forceAt = (at: number, value: number) => {
      position.view[at] = value;
      system.measure(position, cloth.first);
      system.explicitForces(1, rate, rate);
      return kernelForce(cloth);
    };
    for (let k = 0; k < n; k++) {
      const at = (k % 3) * world.particles.stride + cloth.first + order[Math.floor(k / 3)];
      const here = position.view[at];
      const [ahead, behind] = [forceAt(at, here + step), forceAt(at, here - step)];
      position.view[at] = here;
      for (let r = 0; r < n; r++) slopes[n * r + k] = -(ahead[r] - behind[r]) / (2 * step);
    }
    expect(distance(exact, slopes)).toBeLessThan(1e-6 * largest(exact));
    system.measure(position, cloth.first);
    system.explicitForces(1, rate, rate);
    expect(distance(kernelForce(cloth), force)).toBeLessThan(1e-11 * largest(force)); // f64, in another order
  });

  it.each([0, 0.7])('the solver has the exact stiffness less the terms it leaves out, damping %s', (rate) => {
    system.measure(position, cloth.first);
    const { kept } = assembled(cloth, rate);
    const h = 0.5;
    system.forces(h, rate * h, rate * h);
    const matrix = matrixOf(cloth).map((value) => value / (h * h));
    expect(distance(matrix, kept)).toBeLessThan(1e-6 * largest(kept)); // blocks are f32: 6e-8, some ten sums
  });

  it.each([1e-3, 1 / 60, 0.1])('the matrix of a step of %s s is symmetric and positive definite', (h) => {
    system.measure(position, cloth.first);
    system.forces(h, 0.01, 0.01);
    const matrix = matrixOf(cloth);
    const n = 3 * cloth.count;
    const order = system.blocks.order.view;
    const scale = largest(matrix);
    let skew = 0;
    for (let i = 0; i < n; i++) {
      matrix[(n + 1) * i] += world.particles.mass.view[cloth.first + order[Math.floor(i / 3)]];
      for (let j = 0; j < i; j++) {
        const [lower, upper] = [matrix[n * i + j], matrix[n * j + i]];
        skew = Math.max(skew, Math.abs(lower - upper));
        matrix[n * i + j] = matrix[n * j + i] = 0.5 * (lower + upper);
      }
    }
    expect(skew).toBeLessThanOrEqual(1e-6 * scale); // f32
    expect(smallestPivot(matrix, n)).toBeGreaterThan(0);
  });

  it('internal forces have no resultant and no moment, and turning changes nothing', () => {
    system.measure(position, cloth.first);
    system.explicitForces(1, 0, 0);
    const force = kernelForce(cloth);
    const before = energies(world, cloth);
    const sums = new Float64Array(6);
    for (let k = 0; k < cloth.count; k++) {
      const [x, y, z] = nodes.subarray(4 * k, 4 * k + 3);
      const [fx, fy, fz] = force.subarray(3 * k, 3 * k + 3);
      [fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx].forEach((value, i) => {
        sums[i] += value;
      });
    }
    expect(largest(sums)).toBeLessThan(1e-12 * largest(force)); // rounding of some hundred f64 sums
    turn(world, cloth);
    const after = energies(world, cloth);
    expect(after.woven / before.woven).toBeCloseTo(1, 12);
    expect(after.bend / before.bend).toBeCloseTo(1, 12);
  });

  it('a cloth that is moved and turned as a whole feels nothing', () => {
    moveTo(world, cloth, (u, v) => [u, v, 0]);
    turn(world, cloth);
    system.measure(position, cloth.first);
    system.explicitForces(1, 0, 0);
    expect(largest(kernelForce(cloth))).toBeLessThan(1e-11); // N, where threads pull with 3000: rounding
  });
});

/** About (1, 2, 2)/3 by the angle of cosine 3/5, and away. */
function turn(world: World, cloth: AdaptiveCloth): void {
  const { x, y, z } = world.particles;
  const axis = [1 / 3, 2 / 3, 2 / 3];
  for (let i = cloth.first; i < cloth.first + cloth.count; i++) {
    const p = [x[i], y[i], z[i]];
    const along = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    const across = [
      axis[1] * p[2] - axis[2] * p[1],
      axis[2] * p[0] - axis[0] * p[2],
      axis[0] * p[1] - axis[1] * p[0],
    ];
    [x[i], y[i], z[i]] = p.map((value, k) => 0.6 * value + 0.8 * across[k] + 0.4 * along * axis[k] + k);
  }
}

/** Of Cholesky's factorisation. */
function smallestPivot(matrix: Float64Array, n: number): number {
  const l = matrix.slice();
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = l[n * i + j];
      for (let k = 0; k < j; k++) sum -= l[n * i + k] * l[n * j + k];
      if (i === j) least = Math.min(least, sum);
      if (i === j && sum <= 0) return sum;
      l[n * i + j] = i === j ? Math.sqrt(sum) : sum / l[n * j + j];
    }
  }
  return least;
}
