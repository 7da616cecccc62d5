/** The body of an adaptive sheet: its cells, the net made of them, and its particles. Refined by split.ts and unsplit.ts. */
import type { Block } from '../../core/arena.ts';
import type { Body, StrainSum } from '../../core/body.ts';
import type { Explicit, Pace } from '../../core/dynamics.ts';
import { type MovableRange, PINNED } from '../../core/particles.ts';
import { levelsInUse, type Refinement, type RefinementMap } from '../../core/refinement.ts';
import type { ElementLines, ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { shift } from '../sheet.ts';
import { CellGrid, FIRST_ROOM } from './cells.ts';
import { type LatticeValues, Net } from './net.ts';
import { NetForce, stepsByLevel } from './net-force.ts';
import { type GridPin, pinGrid } from './pins.ts';
import { gridLines, gridViews } from './views.ts';

export interface SheetParts {
  readonly name: string;
  /** Width and height, m. */
  readonly size: readonly [number, number];
  /** Masses a side at level 0. */
  readonly points: readonly [number, number];
  readonly maxLevel: number;
  readonly values: LatticeValues;
  /** Thickness, m. */
  readonly thickness: number;
  /** Returns a world with a piece of the sheet, refined to one level throughout. */
  readonly piece: (level: number, stiffest: number) => World;
}

export class AdaptiveSheet implements Body, Refinement {
  readonly model = 'adaptive-grid';
  readonly cutting = {
    none: 'An adaptive grid cannot be cut: where fine cells meet coarse ones, points depend on masses of both sides. Use adaptive cloth or another sheet.',
  };
  readonly dynamics: Explicit;
  readonly refinement = this;
  readonly views: readonly ParticleView[] = gridViews(this);
  /** The share of mass is m_m/m_a (Hutchinson et al. 1996, §5). */
  readonly contact = {
    massShare: (particle: number) => (this.net.values.paper ? this.net.excess[particle - this.first] : 1),
  };
  readonly drawing = { lines: (world: World): ElementLines => gridLines(world, this) };
  readonly name: string;
  readonly size: readonly [number, number];
  readonly points: readonly [number, number];
  readonly maxLevel: number;
  readonly thickness: number;
  readonly triangles: Block<'i32'>;
  readonly cells: Block<'i32'>;
  /** Returns the modulus at a temperature (K) over that at 20 °C, if heat softens the sheet; see `soften`. */
  softening: ((kelvin: number) => number) | undefined;
  readonly grid: CellGrid;
  readonly net: Net;
  readonly force: NetForce;
  /** Largest modulus over that at 20 °C that the sheet can reach, for the stability guard; 1 unless it gets colder. */
  stiffest = 1;
  /** Counts the changes of topology. */
  version = 0;
  readonly #world: World;
  readonly #range: MovableRange;
  #paces: { key: string; list: readonly Pace[] } = { key: '', list: [] };
  #places: Float64Array | undefined;

  constructor(world: World, parts: SheetParts) {
    const { arena } = world;
    const label = `body${world.bodies.length}`;
    const { maxLevel } = parts;
    const [columns, rows] = parts.points;
    this.#world = world;
    this.name = parts.name;
    this.size = parts.size;
    this.points = parts.points;
    this.maxLevel = maxLevel;
    this.thickness = parts.thickness;
    this.dynamics = {
      kind: 'explicit',
      paces: () => this.#currentPaces(),
      ...(maxLevel > 0 && { pieces: { maxLevel, piece: (level) => parts.piece(level, this.stiffest) } }),
    };
    // This block never changes, so that a snapshot of another sheet is recognised.
    const made = madeOf(parts);
    arena.allocate(`${label}.make`, 'f64', made.length, 'model').view.set(made);
    this.triangles = arena.allocate(`${label}.triangles`, 'i32', 0, 'model');
    this.cells = arena.scratch(`${label}.corners`, 'i32', 0);
    const levels = arena.allocate(`${label}.cells`, 'i32', 0, 'model');
    const born = arena.allocate(`${label}.born`, 'f64', 0);
    const calm = arena.allocate(`${label}.calm`, 'f64', 0);
    this.grid = new CellGrid(columns - 1, rows - 1, levels, born, calm);
    this.grid.room = Math.min(FIRST_ROOM, parts.maxLevel);
    this.#fitGrid();
    this.net = new Net(world, label, this.grid, parts.values, parts.maxLevel);
    this.#range = { first: 0, count: 0, moved: (before) => this.#moved(before) };
    this.force = new NetForce(world, label, this.net, this.#range);
    this.net.build();
    this.#range.count = this.net.count;
    world.particles.addMovable(this.#range);
    this.adopt();
    this.weighAll();
  }

  get first(): number {
    return this.#range.first;
  }

  get count(): number {
    return this.#range.count;
  }

  get elements(): number {
    return this.net.springsFrom(-1);
  }

  get depth(): number {
    return this.net.depth;
  }

  /** Level of each mass. */
  get levels(): Int32Array {
    return this.net.level.subarray(0, this.count);
  }

  /** Position of each mass in the sheet's own plane: u to the right, v up, from its centre, m. */
  get places(): Float64Array {
    if (this.#places) return this.#places;
    const { net, grid, size } = this;
    this.#places = new Float64Array(2 * this.count);
    for (let i = 0; i < this.count; i++) {
      const c = net.point[i] % net.pointColumns;
      const r = (net.point[i] - c) / net.pointColumns;
      this.#places[2 * i] = (c / grid.columns - 0.5) * size[0];
      this.#places[2 * i + 1] = (0.5 - r / grid.rows) * size[1];
    }
    return this.#places;
  }

  /** Blocks that adaptation may change; those of a sheet that is never refined change with its particle indices. */
  get changes(): Block[] {
    const { grid, triangles, maxLevel } = this;
    if (maxLevel === 0) return [triangles];
    return [...this.#world.particles.blocks, triangles, grid.levels, grid.born, grid.calm];
  }

  #currentPaces(): readonly Pace[] | undefined {
    if (!stepsByLevel(this.#world)) return undefined;
    const deepest = levelsInUse(this.#world);
    const key = `${deepest} ${this.version} ${this.first}`;
    if (this.#paces.key !== key) this.#paces = { key, list: this.#listPaces(deepest) };
    return this.#paces.list;
  }

  #listPaces(deepest: number): Pace[] {
    const list: Pace[] = [];
    for (let level = this.maxLevel; level >= 0; level--) {
      const from = this.net.massesFrom(level);
      const count = this.net.massesFrom(level - 1) - from;
      if (count > 0) list.push({ first: this.first + from, count, substeps: 1 << (deepest - level) });
    }
    return list;
  }

  /** Returns the particle of a mass of level 0; row 0 is the top. */
  index(column: number, row: number): number {
    const { net, grid } = this;
    return this.first + net.slot[(row << grid.room) * net.pointColumns + (column << grid.room)];
  }

  addStrain(world: World, sum: StrainSum): void {
    this.force.addStrain(world, sum);
  }

  /** Pins masses of level 0 at their present positions; masses added between pinned ones are pinned too. */
  pin(pins: readonly GridPin[]): void {
    pinGrid(this.#world, this, pins);
  }

  map(): RefinementMap {
    const { size, points, maxLevel, grid, net } = this;
    const cells = net.cells.slice(0, 4 * net.cellCount);
    const masses = Array.from({ length: maxLevel + 1 }, (_, level) => {
      return net.massesFrom(level - 1) - net.massesFrom(level);
    });
    return { size, points, maxLevel, room: grid.room, cells, masses };
  }

  /** Stores one level more in the flattened grid; nothing else changes. */
  growGrid(): void {
    this.grid.grow(() => this.#fitGrid());
    this.net.build();
    this.adopt();
  }

  /** Adapts particles and triangles after the net has changed; the caller sets the masses of particles. */
  adopt(): void {
    const { net } = this;
    const { particles: p, arena } = this.#world;
    p.resizeMovable(this.#range, net.count);
    this.force.resize(this.#world);
    arena.resize(new Map([[this.triangles, 3 * net.triangleCount]]));
    this.version++;
    this.#places = undefined;
    this.#writeTriangles();
  }

  /** Sets the masses of all particles. */
  weighAll(): void {
    for (let i = 0; i < this.count; i++) this.weigh(i);
  }

  /** Sets the mass of particle i. */
  weigh(i: number): void {
    const { particles: p } = this.#world;
    const at = this.first + i;
    p.mass.view[at] = this.net.mass[i];
    p.inverseMass.view[at] = p.flags.view[at] & PINNED ? 0 : 1 / this.net.mass[i];
  }

  /** Writes triangles and cells by particles. */
  #writeTriangles(): void {
    const { net, first } = this;
    const [to, from] = [this.triangles.view, net.triangles];
    for (let k = 0; k < to.length; k++) to[k] = from[k] + first;
    this.#world.arena.resize(new Map([[this.cells, 8 * net.cellCount]]));
    net.writeCorners(this.cells.view, first);
  }

  /** Updates the stiffness after temperatures or the net have changed; `factor`: one for all instead. */
  soften(factor?: number): void {
    const modulus = factor === undefined ? this.softening : () => factor;
    if (!modulus) return;
    const { first, count } = this;
    this.net.soften(this.#world.particles.temperature.view.subarray(first, first + count), modulus);
  }

  #fitGrid(): void {
    const cells = this.grid.columns * this.grid.rows;
    this.#world.arena.resize(
      new Map<Block, number>([
        [this.grid.levels, cells],
        [this.grid.born, cells],
        [this.grid.calm, cells],
      ]),
    );
  }

  /** Follows its particles after bodies in front of it have grown or shrunk. */
  #moved(before: number): void {
    this.#writeTriangles();
    this.#world.dependents.announce(shift(before, this.count, this));
  }

  restored(): void {
    this.grid.restored();
    this.net.build();
    this.#range.count = this.net.count;
    this.#range.first = this.#world.particles.firstOf(this.#range);
    this.force.resize(this.#world);
    this.#writeTriangles();
    this.soften();
    this.version++;
    this.#places = undefined;
  }
}

/** Returns the constants of a sheet. */
function madeOf({ points, size, maxLevel, thickness, values }: SheetParts): number[] {
  const { stiffness, damping, rest, cellMass, rigidity, retardation, paper } = values;
  const lattice = [...stiffness, ...damping, ...rest, cellMass, rigidity, retardation, Number(paper)];
  return [...points, ...size, maxLevel, thickness, ...lattice];
}
