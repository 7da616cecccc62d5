/**
 * The linear system of a cloth, A = m + h² K + h C by blocks: one iteration of Newton's method on the incremental
 * potential, for the step from a guess y₀ towards M (y − x̂) = h² f(y). One iteration from the inertial guess x̂ is the
 * step of Baraff & Witkin (1998) with forces and directions taken at the end of the step rather than at its start.
 */
import type { Block } from '../../core/arena.ts';
import type { ImplicitStep, SystemVectors } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import { JOBS } from '../../kernels/threads.ts';
import * as ClothMeasures from '../../layouts/generated/cloth-measures.ts';
import type { Structure } from './structure.ts';
import {
  BLOCKS,
  HINGE_NUMBERS,
  HINGE_REST_ANGLE,
  MATRIX_NUMBERS,
  type SystemBlocks,
} from './system-blocks.ts';
import { writeClothJob, writeJob } from './system-job.ts';
import { type EdgeCounts, fillMesh, type SystemMesh } from './system-mesh.ts';
import type { Ties } from './ties.ts';

export class ClothSystem {
  readonly blocks: SystemBlocks;
  readonly #world: World;
  /** Number of rows. */
  #n = 0;
  triangleCount = 0;
  counts: EdgeCounts = { edgeCount: 0, hingeCount: 0 };
  /** Ties of the seams. */
  ties: Ties | undefined;
  /** Time between the start angles in `hinges` and the angles at the end, s. */
  interval = 1;
  /** Whether stretches, normals, angles and `out` are those of the positions in `nodes`. */
  #isMeasured = false;
  /** Whether a vertex is pinned. */
  isHeld = false;
  /** Factor on the bending stiffness in this step, s². */
  #bendFactor = 0;

  constructor(world: World, label: string) {
    this.#world = world;
    const blocks = Object.entries(BLOCKS).map(([name, [kind]]) => {
      return [name, world.arena.scratch(`${label}.${name}`, kind, 0)];
    });
    this.blocks = Object.fromEntries(blocks);
  }

  get rows(): number {
    return this.#n;
  }

  /** Adopts a mesh. */
  rebuild(mesh: SystemMesh): void {
    this.#n = mesh.vertexCount;
    this.#isMeasured = false;
    this.triangleCount = mesh.triangleCount;
    this.counts = fillMesh(this.#world, this.blocks, mesh);
  }

  /** The matrix as mesh and ties see it; valid until the mesh changes or memory grows. */
  get structure(): Structure {
    const { rowOf, rows, columns, couples } = this.blocks;
    const pairScalars = couples.view.subarray(2 * this.hingeCount);
    return { rowOf: rowOf.view, rows: rows.view, columns: columns.view, pairScalars };
  }

  get hingeCount(): number {
    return this.counts.hingeCount;
  }

  /** Copies a planar vector of particles into records in the order of rows. Returns whether these have changed. */
  gather(from: Block<'f64'>, to: 'nodes' | 'goals' | 'inertial', first: number): boolean {
    const { kernels, particles } = this.#world;
    const { order, [to]: nodes } = this.blocks;
    return (
      kernels.clothGather(from.offset, particles.stride, first, order.offset, this.#n, nodes.offset) !== 0
    );
  }

  /**
   * Gathers the nodes, and measures stretches, normals, angles and energies there. Potentials, forces and audits of energy and strain
   * call it for the same positions one after another; only the first call computes anything.
   */
  measure(position: Block<'f64'>, first: number): void {
    const hasMoved = this.gather(position, 'nodes', first);
    if (this.#isMeasured && !hasMoved) return;
    this.#world.arena.runJob(JOBS.measure, writeClothJob(this.blocks));
    this.#isMeasured = true;
  }

  /** Sets the present stretches and angles as those at the start of a step. */
  begin(): void {
    const { before, stretches, hinges, angles, out } = this.blocks;
    before.view.set(stretches.view);
    this.#world.kernels.clothStartAngles(hinges.offset, angles.offset, this.hingeCount);
    out.view[ClothMeasures.CHANGE_ENERGY / 8] = 0;
    out.view[ClothMeasures.LARGEST_CHANGE / 8] = 0;
    out.view[ClothMeasures.BEND_CHANGE_ENERGY / 8] = 0;
  }

  /** Sets the rest angle of a hinge, rad. */
  setRestAngle(hinge: number, angle: number): void {
    this.blocks.hinges.view[HINGE_NUMBERS * hinge + HINGE_REST_ANGLE] = angle;
    this.#isMeasured = false;
  }

  /** Returns the largest change of a stretch since the start of the step, as measured last. */
  stretchChange(): number {
    return this.blocks.out.view[ClothMeasures.LARGEST_CHANGE / 8];
  }

  /** Sets `loads` to the forces at the nodes as measured last and the blocks to h² times the stiffness. */
  forces(h: number, damping: number, bendDamping: number): void {
    this.#bendFactor = h * h * (1 + bendDamping / h);
    this.#assemble(h, damping, bendDamping, h * h);
    const { nodes, blocks, scalars } = this.blocks;
    this.ties?.addStiffness(nodes.view, this.#world.time, h * h, blocks.view, scalars.view);
  }

  /** Sets `loads` to the forces at the nodes as measured last; `interval`: time since `before`, s. */
  explicitForces(interval: number, damping: number, bendDamping: number): void {
    this.#assemble(interval, damping, bendDamping, 0);
  }

  #assemble(interval: number, damping: number, bendDamping: number, scale: number): void {
    this.interval = interval;
    const job = writeClothJob(this.blocks, {
      rate: damping / interval,
      bendRate: bendDamping / interval,
      scale,
      bendFactor: this.#bendFactor,
    });
    this.#world.arena.runJob(JOBS.assemble, job);
    this.ties?.addForces(this.blocks.nodes.view, this.blocks.loads.view, this.#world.time);
  }

  /** Returns the energy of seams at the nodes as measured last, J. */
  tieEnergy(): number {
    return this.ties?.energy(this.blocks.nodes.view, this.#world.time) ?? 0;
  }

  /** Adds `loads` to a planar vector. */
  scatter(force: Block<'f64'>, first: number): void {
    const { kernels, particles } = this.#world;
    const { loads, order } = this.blocks;
    kernels.clothScatter(loads.offset, order.offset, this.#n, force.offset, particles.stride, first);
  }

  /** Copies masses into the order of rows, and holds vertices that are fixed: their projector is 0. */
  constrain({ constraints, mass }: ImplicitStep, first: number): void {
    const order = this.blocks.order.view;
    const index = this.blocks.constraints.view;
    const masses = this.blocks.masses.view;
    this.blocks.projectors.view.fill(0, 0, MATRIX_NUMBERS);
    this.isHeld = false;
    for (let i = 0; i < this.#n; i++) {
      const particle = first + order[i];
      masses[i] = mass.view[particle];
      const isFixed = constraints.isFixed[particle] === 1;
      index[i] = isFixed ? 0 : -1;
      this.isHeld ||= isFixed;
    }
  }

  /**
   * Returns the incremental potential Φ(y) = Σ ½ (m + h c) |y − x̂|²/h² + E(y) + that of damping, J, at the
   * nodes as measured last. Its minimum is the implicit step; a step that ends above Φ of its start is worse than none.
   */
  potential({ h }: ImplicitStep, damping: number, bendDamping: number): number {
    const { nodes, goals, masses, out } = this.blocks;
    const inertia = this.#world.kernels.clothInertia(nodes.offset, goals.offset, masses.offset, this.#n);
    const stretching =
      out.view[ClothMeasures.ENERGY / 8] + (damping / h) * out.view[ClothMeasures.CHANGE_ENERGY / 8];
    return (0.5 * inertia) / (h * h) + stretching + this.bendEnergy(bendDamping / h) + this.tieEnergy();
  }

  /** Writes residual and drift at the gathered nodes, and the masses. */
  writeVectors(h: number, vectors: SystemVectors): void {
    const { nodes, goals, inertial, loads, masses, constraints, projectors } = this.blocks;
    const { kernels } = this.#world;
    kernels.clothResidual(
      nodes.offset,
      goals.offset,
      loads.offset,
      masses.offset,
      this.#n,
      h * h,
      constraints.offset,
      projectors.offset,
      vectors.r,
    );
    kernels.clothDifference(nodes.offset, inertial.offset, this.#n, vectors.drift);
    new Float32Array(masses.view.buffer, vectors.masses, this.#n).set(masses.view);
  }

  /** Completes the diagonal and the preconditioner; returns the byte offset of the system. */
  complete(vectors: SystemVectors): number {
    writeJob(this.blocks, this.#n, vectors);
    const { job, bends } = this.blocks;
    const { kernels } = this.#world;
    kernels.systemEnd(job.offset, vectors.touching, bends.offset, this.#bendFactor);
    return job.offset;
  }

  /** Moves particles by the solution. */
  move({ x }: SystemVectors, first: number): void {
    const { kernels, particles } = this.#world;
    const { position, stride } = particles;
    kernels.clothMove(x, this.blocks.order.offset, this.#n, position.offset, stride, first);
  }

  /** Returns the energy of stretch and shear (J), the sum of |stretch − 1| over warp and weft, and the largest of them. */
  measures(): { energy: number; sum: number; most: number } {
    const { view } = this.blocks.out;
    return {
      energy: view[ClothMeasures.ENERGY / 8],
      sum: view[ClothMeasures.SUM / 8],
      most: view[ClothMeasures.LARGEST / 8],
    };
  }

  /** Returns the energy of bending, J, with `rate` times that of its change in the step. */
  bendEnergy(rate = 0): number {
    const { view } = this.blocks.out;
    return view[ClothMeasures.BEND_ENERGY / 8] + rate * view[ClothMeasures.BEND_CHANGE_ENERGY / 8];
  }
}
