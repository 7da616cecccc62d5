/**
 * The linear system of a cloth and the memory it lives in: A = m + h² K + h C by blocks, solved for the step from a
 * guess y₀ towards M (y − x̂) = h² f(y) (Newton's method on the incremental potential; one iteration of it from the
 * inertial guess x̂ is Baraff & Witkin's (1998) step with forces and directions taken where the cloth will be rather
 * than where it was).
 */
import type { Block } from '../../core/arena.ts';
import type { ImplicitStep } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import { JOBS } from '../../kernels/threads.ts';
import * as Elongation from '../../layouts/generated/elongation.ts';
import * as Support from '../../layouts/generated/support.ts';
import { layOutPasses, type PassPlace } from './pass-layout.ts';
import { addShared, sharedPotential } from './shared-supports.ts';
import {
  BLOCKS,
  type BlockName,
  blockLengths,
  HINGE_NUMBERS,
  HINGE_START_ANGLE,
  MATRIX_NUMBERS,
  NODE_NUMBERS,
  STRETCH_NUMBERS,
  STRETCH_U,
  STRETCH_V,
  VECTOR_NUMBERS,
} from './system-blocks.ts';
import { writeJob, writePasses } from './system-job.ts';
import { fillHinges, fillTriangles, type SystemMesh } from './system-mesh.ts';
import type { Ties } from './ties.ts';

/** m/s²: forces that leave less acceleration, root mean square over the cloth's mass, are balanced. */
const SMALLEST_ACCELERATION = 1e-6;

export class ClothSystem {
  readonly #world: World;
  readonly #label: string;
  readonly #blocks = new Map<string, Block>();
  #lengths = new Map<Block, number>();
  #n = 0;
  #rowOf: Int32Array = new Int32Array(0);
  triangleCount = 0;
  hingeCount = 0;
  #blockCount = 0;
  #scalarCount = 0;
  /** By pass: where its numbers begin in the two blocks that hold all of them. */
  #passes: PassPlace[] = [];
  /** Seams; their records are theirs to write. */
  ties: Ties | undefined;
  /** s between the angles at the start, in `hinges`, and those at the end. */
  interval = 1;
  /** kg of the whole cloth. */
  #mass = 0;
  /** Whether `stretches` and `angles` are those of the positions in `measured`. */
  #measured = false;
  /** What the bending stiffness is multiplied by in this step, s². */
  #bendFactor = 0;
  /** What the last pass leaves, and where its numbers begin. */
  #last = { count: 0, nodes: 0, shares: 0, inverses: 0 };

  constructor(world: World, label: string) {
    this.#world = world;
    this.#label = label;
    for (const [name, kind] of BLOCKS) {
      this.#blocks.set(name, world.arena.scratch(`${label}.${name}`, kind, 0));
    }
  }

  f64(name: string): Block<'f64'> {
    return this.#blocks.get(name) as Block<'f64'>;
  }
  f32(name: string): Block<'f32'> {
    return this.#blocks.get(name) as Block<'f32'>;
  }
  i32(name: string): Block<'i32'> {
    return this.#blocks.get(name) as Block<'i32'>;
  }
  #at(name: string): number {
    const block = this.#blocks.get(name);
    if (!block) throw new Error(`cloth system of ${this.#label}: no block "${name}"`);
    return block.offset;
  }
  #want(name: string, length: number): void {
    const block = this.#blocks.get(name);
    if (block) this.#lengths.set(block, length);
  }

  /** Takes over another mesh. Forces' own numbers (records of triangles and hinges) are written by who knows them. */
  rebuild(mesh: SystemMesh): void {
    const { structure: s } = mesh;
    const n = s.vertexCount;
    this.#n = n;
    this.#rowOf = s.rowOf;
    this.#measured = false;
    this.#mass = mesh.masses.reduce((sum, mass) => sum + mass, 0);
    this.triangleCount = mesh.triangleCount;
    this.hingeCount = mesh.hingeCount;
    this.#blockCount = s.columns.length;
    this.#scalarCount = s.scalarColumns.length;
    const hierarchy = layOutPasses(mesh.passes, s, mesh.masses);
    this.#passes = hierarchy.places;
    this.#last = hierarchy.last;
    this.#makeRoom(n, hierarchy.numbers.length, hierarchy.reals.length);
    this.i32('order').view.set(s.order);
    this.i32('rows').view.set(s.rows);
    this.i32('columns').view.set(s.columns);
    this.i32('scalarRows').view.set(s.scalarRows);
    this.i32('scalarColumns').view.set(s.scalarColumns);
    this.i32('passNumbers').view.set(hierarchy.numbers);
    this.f32('passReals').view.set(hierarchy.reals);
    fillTriangles(mesh, this.i32('corners').view, this.i32('slots').view);
    fillHinges(
      mesh,
      this.i32('hingeVertices').view,
      this.f32('blockBend').view,
      this.f32('scalarBend').view,
      this.f32('bends').view,
    );
  }

  #makeRoom(n: number, passNumbers: number, passReals: number): void {
    const lengths = blockLengths({
      vertices: n,
      triangles: this.triangleCount,
      hinges: this.hingeCount,
      blocks: this.#blockCount,
      scalars: this.#scalarCount,
      passes: this.#passes.length,
      passNumbers,
      passReals,
    });
    for (const [name, length] of Object.entries(lengths)) this.#want(name, length);
    this.#world.arena.resize(this.#lengths);
  }

  /** Puts a planar vector of particles into records in the solver's order. */
  gather(from: Block<'f64'>, to: 'nodes' | 'goals', first: number): void {
    const { kernels, particles } = this.#world;
    kernels.clothGather(from.offset, particles.stride, first, this.#at('order'), this.#n, this.#at(to));
  }

  /**
   * Gathers the nodes, and brings `stretches` and `angles` up to date with them. Steps, audits of energy and of strain ask
   * for the same positions one after another; only the first works for it.
   */
  measure(position: Block<'f64'>, first: number): void {
    const { kernels } = this.#world;
    this.gather(position, 'nodes', first);
    const [nodes, measured] = [this.f64('nodes'), this.f64('measured')];
    if (this.#measured && kernels.sameRecords(nodes.offset, measured.offset, this.#n)) return;
    this.#stretches('stretches');
    this.#angles();
    measured.view.set(nodes.view);
    this.#measured = true;
  }

  /** Takes the measures of now as those of the start of a step. */
  begin(): void {
    this.f64('before').view.set(this.f64('stretches').view);
    const [hinges, angles] = [this.f64('hinges').view, this.f64('angles').view];
    for (let h = 0; h < angles.length; h++) hinges[HINGE_NUMBERS * h + HINGE_START_ANGLE] = angles[h];
  }

  /** Largest change of a stretch since then, as measured last. */
  stretchChange(): number {
    const [before, now] = [this.f64('before').view, this.f64('stretches').view];
    let most = 0;
    for (let k = 0; k < now.length; k += STRETCH_NUMBERS) {
      const u = Math.abs(now[k + STRETCH_U] - before[k + STRETCH_U]);
      const v = Math.abs(now[k + STRETCH_V] - before[k + STRETCH_V]);
      if (u > most) most = u;
      if (v > most) most = v;
    }
    return most;
  }

  #stretches(to: 'before' | 'stretches'): void {
    this.#world.kernels.clothStretches(
      this.#at('corners'),
      this.triangleCount,
      this.#at('triangles'),
      this.#at('nodes'),
      this.#at(to),
    );
  }

  #angles(): void {
    this.#world.kernels.clothHinges(
      this.#at('hingeVertices'),
      this.hingeCount,
      this.#at('hinges'),
      0,
      this.#at('nodes'),
      0,
      this.#at('angles'),
    );
  }

  /** Sets `loads` to the forces at the gathered nodes, and the blocks to h² times the stiffness. Answers J of stretch. */
  forces(h: number, damping: number, bendDamping: number): number {
    this.interval = h;
    this.#bendFactor = h * h * (1 + bendDamping / h);
    this.#world.kernels.systemBegin(
      this.#at('blocks'),
      this.#at('blockBend'),
      this.#blockCount,
      this.#at('scalars'),
      this.#at('scalarBend'),
      this.#scalarCount,
      this.#bendFactor,
    );
    return this.#forces(damping / h, bendDamping / h, this.#at('blocks'), h * h);
  }

  /** Sets `loads` to the forces at the gathered nodes; `interval`: s since `before`. */
  explicitForces(interval: number, damping: number, bendDamping: number): void {
    this.interval = interval;
    this.#forces(damping / interval, bendDamping / interval, 0, 0);
  }

  #forces(rate: number, bendRate: number, blocks: number, scale: number): number {
    const { kernels } = this.#world;
    this.f64('loads').view.fill(0);
    const energy = kernels.clothTriangles(
      this.#at('corners'),
      this.triangleCount,
      this.#at('triangles'),
      this.#at('before'),
      rate,
      this.#at('nodes'),
      this.#at('loads'),
      blocks,
      this.#at('slots'),
      scale,
    );
    kernels.clothHinges(
      this.#at('hingeVertices'),
      this.hingeCount,
      this.#at('hinges'),
      bendRate,
      this.#at('nodes'),
      this.#at('loads'),
      this.#at('turned'),
    );
    if (!this.ties) return energy;
    const nodes = this.f64('nodes').view;
    const { time } = this.#world;
    this.ties.addForces(nodes, this.f64('loads').view, time);
    if (blocks === 0) return energy;
    this.ties.addStiffness(nodes, time, scale, this.f32('blocks').view, this.f32('scalars').view);
    return energy;
  }

  /** J, of seams, at the nodes as they were measured. */
  tieEnergy(): number {
    return this.ties?.energy(this.f64('measured').view, this.#world.time) ?? 0;
  }

  /** Adds `loads` to a planar vector. */
  scatter(force: Block<'f64'>, first: number): void {
    this.#world.kernels.clothScatter(
      this.#at('loads'),
      this.#at('order'),
      this.#n,
      force.offset,
      this.#world.particles.stride,
      first,
    );
  }

  constrain({ constraints, mass }: ImplicitStep, first: number): void {
    const order = this.i32('order').view;
    const index = this.i32('constraints').view;
    const projectors = this.f32('projectors').view;
    const masses = this.f32('masses').view;
    let count = 0;
    for (let i = 0; i < this.#n; i++) {
      const particle = first + order[i];
      masses[i] = mass.view[particle];
      const at = constraints.index[particle];
      if (at < 0) {
        index[i] = -1;
        continue;
      }
      for (let column = 0; column < 3; column++) {
        for (let row = 0; row < 3; row++) {
          projectors[MATRIX_NUMBERS * count + VECTOR_NUMBERS * column + row] =
            constraints.projectors[9 * at + 3 * column + row];
        }
        projectors[MATRIX_NUMBERS * count + VECTOR_NUMBERS * column + 3] = 0;
      }
      index[i] = count++;
    }
  }

  /**
   * Adds what supports do to `loads`, and h² times their stiffness to the diagonal. After the first iteration nodes have
   * moved from the goals, where the supports' forces were taken.
   */
  support({ constraints, h }: ImplicitStep, first: number): void {
    const order = this.i32('order').view;
    const own = this.f32('own').view.fill(0);
    const [loads, nodes, goals] = [this.f64('loads').view, this.f64('nodes').view, this.f64('goals').view];
    const s = constraints.supports;
    if (constraints.sharedCount > 0) {
      const [rows, columns] = [this.i32('rows').view, this.i32('columns').view];
      const room = { rowOf: this.#rowOf, first, nodes, goals, rows, columns, own, loads };
      addShared(constraints, h, { ...room, blocks: this.f32('blocks').view });
    }
    if (constraints.supportCount === 0) return;
    for (let i = 0; i < this.#n; i++) {
      const entry = constraints.supportIndex[first + order[i]];
      if (entry < 0) continue;
      const at = Support.LENGTH * entry;
      const dx = nodes[NODE_NUMBERS * i] - goals[NODE_NUMBERS * i];
      const dy = nodes[NODE_NUMBERS * i + 1] - goals[NODE_NUMBERS * i + 1];
      const dz = nodes[NODE_NUMBERS * i + 2] - goals[NODE_NUMBERS * i + 2];
      loads[NODE_NUMBERS * i] +=
        s[at + Support.FORCE_X] - s[at + Support.XX] * dx - s[at + Support.XY] * dy - s[at + Support.XZ] * dz;
      loads[NODE_NUMBERS * i + 1] +=
        s[at + Support.FORCE_Y] - s[at + Support.XY] * dx - s[at + Support.YY] * dy - s[at + Support.YZ] * dz;
      loads[NODE_NUMBERS * i + 2] +=
        s[at + Support.FORCE_Z] - s[at + Support.XZ] * dx - s[at + Support.YZ] * dy - s[at + Support.ZZ] * dz;
      const h2 = h * h;
      const d = MATRIX_NUMBERS * i;
      own[d] += h2 * s[at + Support.XX];
      own[d + 1] += h2 * s[at + Support.XY];
      own[d + 4] += h2 * s[at + Support.XY];
      own[d + 2] += h2 * s[at + Support.XZ];
      own[d + 8] += h2 * s[at + Support.XZ];
      own[d + 5] += h2 * s[at + Support.YY];
      own[d + 6] += h2 * s[at + Support.YZ];
      own[d + 9] += h2 * s[at + Support.YZ];
      own[d + 10] += h2 * s[at + Support.ZZ];
    }
  }

  /**
   * The incremental potential Φ(y) = Σ ½ (m + h c) |y − x̂|²/h² + E(y) − supports' work, J, at the nodes as they were
   * measured. Its least is the implicit step; one that ends above Φ of the place where it began is worse than none.
   */
  potential({ constraints, h }: ImplicitStep, first: number): number {
    const masses = this.f32('masses').view;
    const [nodes, goals] = [this.f64('measured').view, this.f64('goals').view];
    const order = this.i32('order').view;
    const s = constraints.supports;
    let inertia = 0;
    let supported = sharedPotential(constraints, { rowOf: this.#rowOf, first, nodes, goals });
    for (let i = 0; i < this.#n; i++) {
      const dx = nodes[NODE_NUMBERS * i] - goals[NODE_NUMBERS * i];
      const dy = nodes[NODE_NUMBERS * i + 1] - goals[NODE_NUMBERS * i + 1];
      const dz = nodes[NODE_NUMBERS * i + 2] - goals[NODE_NUMBERS * i + 2];
      inertia += masses[i] * (dx * dx + dy * dy + dz * dz);
      const entry = constraints.supportCount > 0 ? constraints.supportIndex[first + order[i]] : -1;
      if (entry < 0) continue;
      const at = Support.LENGTH * entry;
      supported -= s[at + Support.FORCE_X] * dx + s[at + Support.FORCE_Y] * dy + s[at + Support.FORCE_Z] * dz;
      supported +=
        0.5 * (s[at + Support.XX] * dx * dx + s[at + Support.YY] * dy * dy + s[at + Support.ZZ] * dz * dz);
      supported += s[at + Support.XY] * dx * dy + s[at + Support.XZ] * dx * dz + s[at + Support.YZ] * dy * dz;
    }
    return (
      (0.5 * inertia) / (h * h) + supported + this.measures().energy + this.bendEnergy() + this.tieEnergy()
    );
  }

  /**
   * One iteration of Newton's method. `reference`: the r·z that the tolerance is measured by;
   * 0 for that of this iteration. Answers iterations, r·z first and last.
   */
  newton({ h, tolerance, iterations }: ImplicitStep, reference: number, first: number): Float64Array {
    const { kernels, arena, particles } = this.#world;
    this.#writeJob(tolerance, iterations, reference, h);
    kernels.systemEnd(this.#at('job'), this.#at('own'), this.#at('bends'), this.#bendFactor);
    kernels.clothResidual(
      this.#at('nodes'),
      this.#at('goals'),
      this.#at('loads'),
      this.#at('masses'),
      this.#n,
      h * h,
      this.#at('constraints'),
      this.#at('projectors'),
      this.#at('r'),
    );
    arena.runJob(JOBS.solve, this.#at('job'));
    kernels.clothMove(
      this.#at('x'),
      this.#at('order'),
      this.#n,
      this.#at('nodes'),
      particles.position.offset,
      particles.stride,
      first,
    );
    return this.f64('out').view;
  }

  #writeJob(tolerance: number, most: number, reference: number, h: number): void {
    const at = (name: BlockName) => this.#at(name);
    writePasses(this.i32('passTable').view, this.#passes, at);
    const smallest = SMALLEST_ACCELERATION * h * h;
    writeJob(this.i32('job').view, at, {
      vertices: this.#n,
      passes: this.#passes.length,
      last: this.#last,
      most,
      tolerance,
      reference,
      floor: this.#mass * smallest * smallest,
    });
  }

  measures(): { energy: number; sum: number; most: number } {
    const out = this.f64('out');
    this.#world.kernels.clothMeasures(
      this.#at('triangles'),
      this.#at('stretches'),
      this.triangleCount,
      out.offset,
    );
    return {
      energy: out.view[Elongation.ENERGY / 8],
      sum: out.view[Elongation.SUM / 8],
      most: out.view[Elongation.LARGEST / 8],
    };
  }

  bendEnergy(): number {
    return this.#world.kernels.clothBendEnergy(this.#at('hinges'), this.#at('angles'), this.hingeCount);
  }
}
