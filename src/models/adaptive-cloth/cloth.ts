/**
 * A cloth in a world: its mesh, a particle for every vertex of it, and the system that implicit engines solve.
 */
import type { Block } from '../../core/arena.ts';
import type { Body, StrainSum } from '../../core/body.ts';
import { ANCHOR_NUMBERS, type Implicit } from '../../core/dynamics.ts';
import type { Force } from '../../core/force.ts';
import type { ImplicitOutcome, ImplicitStep } from '../../core/implicit.ts';
import type { MovableRange } from '../../core/particles.ts';
import type { Refinement, TriangleMap } from '../../core/refinement.ts';
import type { ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { type ClothMaterial, hingeNumbers, vertexMasses, writeTriangles } from './energy.ts';
import { bisectionPasses, type Pass } from './hierarchy.ts';
import type { Mesh48, MeshArrays } from './mesh.ts';
import { edgesOf, type MeshEdges } from './mesh-edges.ts';
import { hasSeams, wrapped } from './picture-places.ts';
import {
  addSpringForces,
  type ClothPin,
  holdAtHome,
  pinCloth,
  softenGoals,
  springEnergy,
  springsOf,
} from './pins.ts';
import type { Seams } from './seams.ts';
import { structureOf } from './structure.ts';
import { ClothSystem } from './system.ts';
import { HINGE_NUMBERS, HINGE_REST_ANGLE, HINGE_STIFFNESS } from './system-blocks.ts';
import { Ties, tiePairs } from './ties.ts';
import { triangleMap } from './triangle-map.ts';
import { type ClothPaint, VertexValues } from './vertex-values.ts';
import { clothViews } from './views.ts';

/**
 * A goal with so many times the potential of the start tears at the cloth. Less is mended by the solve itself, and in fewer
 * iterations than from a place between, where only what is slow is left to do.
 */
const TORN = 10;

/** s; rates of conditions, for explicit engines, are taken over so long a time. */
const RATE_TIME = 1e-7;

export class Cloth implements Body, Refinement {
  readonly name: string;
  readonly model = 'adaptive-cloth';
  readonly mesh: Mesh48;
  readonly material: ClothMaterial;
  readonly thickness: number;
  readonly triangles: Block<'i32'>;
  readonly system: ClothSystem;
  readonly force: Force;
  readonly dynamics: Implicit;
  readonly refinement = this;
  readonly contact = { addSeams: (ends: number[]) => this.#seams?.joined(this.first, ends) };
  edges: MeshEdges;
  /** By hinge of `edges`: mean distance of the vertices opposite, m. */
  hingeHeights: Float64Array = new Float64Array(0);
  /** Changes with every change of the mesh. */
  version = 0;
  readonly #world: World;
  readonly #range: MovableRange;
  /** First particle and how many. */
  readonly #shape: Block<'i32'>;
  readonly #arrays: Record<keyof MeshArrays, Block>;
  readonly values: VertexValues;
  /** Of a mesh from outside: the vertex that each of its vertices became, −1 for those left out. */
  readonly vertexOf: Int32Array | undefined;
  /** Where friction holds each vertex; see contact/hold.ts. */
  readonly anchors: Block<'f64'>;
  readonly #seams: Seams | undefined;
  readonly #startPasses: readonly Pass[];
  /** N/m at each vertex; see pins.ts. */
  #springs: Float64Array | undefined;
  #places: Float64Array | undefined;
  readonly #hasSeams: boolean;
  readonly #hasPattern: boolean;
  /** Of the step under way: r·z of its first solve, and its incremental potential where it began, J. */
  #firstResidual = 0;
  /** r·z that the tolerance of corrections refers to; 0 for their own. */
  #reference = 0;
  #end = new Float64Array(0);
  #startPotential = 0;
  /** Triangle of the mesh by the system's, and hinge of `edges`. */
  triangleOrder: Int32Array = new Int32Array(0);
  hingeOrder: Int32Array = new Int32Array(0);

  /** `positions`: planar, of the mesh's vertices. `startPasses` come from its start vertices alone. */
  constructor(
    world: World,
    label: string,
    name: string,
    mesh: Mesh48,
    material: ClothMaterial,
    passes: readonly Pass[],
    positions: Float64Array,
    more: { vertexOf?: Int32Array; paint?: ClothPaint; hasPattern?: boolean; seams?: Seams } = {},
  ) {
    this.name = name;
    this.mesh = mesh;
    this.material = material;
    this.thickness = material.thickness;
    this.#world = world;
    this.#startPasses = passes;
    this.#range = { first: 0, count: mesh.vertexCount, moved: (before) => this.#moved(before) };
    this.#shape = world.arena.allocate(`${label}.shape`, 'i32', 2, 'model');
    this.triangles = world.arena.allocate(`${label}.triangles`, 'i32', 0, 'model');
    this.anchors = world.arena.allocate(
      `${label}.anchors`,
      'f64',
      ANCHOR_NUMBERS * mesh.vertexCount,
      'state',
    );
    const arrays = {} as Record<keyof MeshArrays, Block>;
    for (const [key, array] of Object.entries(mesh.toArrays())) {
      const kind = array instanceof Float64Array ? 'f64' : 'i32';
      arrays[key as keyof MeshArrays] = world.arena.allocate(`${label}.mesh.${key}`, kind, 0, 'model');
    }
    this.#arrays = arrays;
    this.system = new ClothSystem(world, `${label}.system`);
    world.particles.addMovable(this.#range);
    for (let axis = 0; axis < 3; axis++) {
      const { stride, position } = world.particles;
      const from = axis * mesh.vertexCount;
      position.view.set(positions.subarray(from, from + mesh.vertexCount), axis * stride + this.first);
    }
    this.vertexOf = more.vertexOf;
    this.#seams = more.seams;
    this.#hasSeams = hasSeams(mesh);
    this.#hasPattern = more.hasPattern ?? true;
    this.values = new VertexValues(world.arena, `${label}.values`, mesh.vertexCount);
    if (more.paint) this.values.paint(more.paint, mesh);
    holdAtHome(world, this);
    this.edges = edgesOf(mesh);
    this.adopt();
    this.save();
    this.force = clothForce(this);
    this.dynamics = {
      kind: 'implicit',
      anchoring: {
        stiffness: Math.min(material.stretchWarp, material.stretchWeft),
        anchors: this.anchors,
      },
      soften: (w, h, goal, mass) => {
        if (this.#springs) softenGoals(this.#springs, this, h, goal.view, mass.view, w.particles);
      },
      begin: (w) => this.#begin(w),
      solve: (w, step) => this.#solve(w, step),
    };
  }

  get views(): readonly ParticleView[] {
    return clothViews(this);
  }
  get first(): number {
    return this.#range.first;
  }
  get count(): number {
    return this.#range.count;
  }
  get elements(): number {
    return this.mesh.triangleCount;
  }
  get depth(): number {
    return 0; // levels take the same step
  }
  get levels(): ArrayLike<number> {
    return this.mesh.vertexLevels.subarray(0, this.mesh.vertexCount);
  }
  /** Of a cloth that refines itself and has a pattern to show it on. */
  map(): TriangleMap | undefined {
    const { mesh } = this;
    return this.#hasPattern && mesh.maxLevel > mesh.minLevel ? triangleMap(mesh) : undefined;
  }
  /** Blocks that change with the mesh. */
  get changing(): readonly Block[] {
    return [
      this.#shape,
      this.triangles,
      this.anchors,
      ...this.values.blocks,
      ...Object.values(this.#arrays),
      ...this.#world.particles.blocks,
    ];
  }

  /** u, v of every vertex, m: where a triangle has it in the pattern; of one with seams see picture-places.ts. */
  get places(): Float64Array {
    if (this.#places) return this.#places;
    const { mesh } = this;
    if (this.#hasSeams) {
      this.#places = wrapped(this.values.homes.view);
      return this.#places;
    }
    const places = new Float64Array(2 * mesh.vertexCount);
    for (let h = 3 * mesh.triangleCount - 1; h >= 0; h--) {
      places[2 * mesh.triangles[h]] = mesh.pattern[2 * h];
      places[2 * mesh.triangles[h] + 1] = mesh.pattern[2 * h + 1];
    }
    this.#places = places;
    return places;
  }

  /** Holds vertices where they are now, or leads them by keyframes. */
  pin(pins: readonly ClothPin[]): void {
    pinCloth(this.#world, this, pins);
  }

  /** N/m: springs that hold vertices softly; undefined where there are none. */
  get springs(): Float64Array | undefined {
    return this.#springs;
  }

  /** World index of the vertex nearest to a place in the pattern. */
  vertexAt(u: number, v: number): number {
    const { places } = this;
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.count; i++) {
      const du = places[2 * i] - u;
      const dv = places[2 * i + 1] - v;
      if (du * du + dv * dv >= least) continue;
      least = du * du + dv * dv;
      nearest = i;
    }
    return this.first + nearest;
  }

  /** The mesh has changed, and there is a particle for every vertex of it: everything that is made from it is made anew. */
  adopt(): void {
    const { mesh, material, system } = this;
    const world = this.#world;
    this.version++;
    this.#places = undefined;
    this.edges = edgesOf(mesh);
    const masses = vertexMasses(mesh, material.density);
    for (let v = 0; v < mesh.vertexCount; v++) world.particles.setMass(this.first + v, masses[v]);
    const { position, stride } = world.particles;
    const ties = this.#seams?.ties(mesh, (v, axis) => position.view[axis * stride + this.first + v]);
    const structure = structureOf(mesh, this.edges, ties && tiePairs(ties));
    system.ties = ties && new Ties(ties, structure);
    const hinges = hingeNumbers(mesh, this.edges, material, this.values.ofTriangles(mesh, 'bend'));
    this.hingeHeights = hinges.heights;
    const areas = masses.map((mass) => mass / material.density);
    this.#springs = springsOf(this.values, material.stretchWarp, areas);
    system.rebuild({
      structure,
      triangles: mesh.triangles,
      triangleCount: mesh.triangleCount,
      hinges: this.edges.hinges,
      hingeCount: this.edges.hingeCount,
      hingeStiffness: hinges.stiffness,
      hingeCoefficients: hinges.coefficients,
      passes: [...bisectionPasses(mesh), ...this.#startPasses],
      masses,
    });
    const stretch = this.values.ofTriangles(mesh, 'stretch');
    writeTriangles(mesh, structure.triangleOrder, material, stretch, system.blocks.triangles.view);
    const records = system.blocks.hinges.view;
    this.hingeOrder = structure.hingeOrder;
    this.triangleOrder = structure.triangleOrder;
    for (let h = 0; h < this.edges.hingeCount; h++) {
      const from = structure.hingeOrder[h];
      const at = HINGE_NUMBERS * h;
      records.fill(0, at, at + HINGE_NUMBERS);
      records[at + HINGE_STIFFNESS] = hinges.stiffness[from];
      records[at + HINGE_REST_ANGLE] = mesh.restAngles[this.#hingeCorner(from, 0)];
    }
    world.arena.resize(new Map([[this.triangles, 3 * mesh.triangleCount]]));
    this.#writeTriangles();
  }

  /** Entry in the mesh's arrays of edges for a hinge, as its first (0) or second (1) triangle has it. */
  #hingeCorner(hinge: number, side: 0 | 1): number {
    const t = this.edges.hingeTriangles[2 * hinge + side];
    return 3 * t + this.mesh.cornerOf(t, this.edges.hinges[4 * hinge + 2 + side]);
  }

  /** rad; `hinge` as the system has it. Snapshots learn of it by `saveRestAngles`. */
  setRestAngle(hinge: number, angle: number): void {
    this.system.blocks.hinges.view[HINGE_NUMBERS * hinge + HINGE_REST_ANGLE] = angle;
    const from = this.hingeOrder[hinge];
    this.mesh.restAngles[this.#hingeCorner(from, 0)] = angle;
    this.mesh.restAngles[this.#hingeCorner(from, 1)] = angle;
  }

  get restAngles(): Block<'f64'> {
    return this.#arrays.restAngles as Block<'f64'>;
  }

  saveRestAngles(): void {
    const { mesh, restAngles } = this;
    restAngles.view.set(mesh.restAngles.subarray(0, 3 * mesh.triangleCount));
  }

  /** From now on all hinges rest as they are. */
  restAsItIs(): void {
    this.system.measure(this.#world.particles.position, this.first);
    const angles = this.system.blocks.angles.view;
    for (let h = 0; h < angles.length; h++) this.setRestAngle(h, angles[h]);
    this.saveRestAngles();
  }

  /** Puts the mesh where snapshots find it. */
  save(): void {
    const arrays = this.mesh.toArrays();
    const entries = Object.entries(this.#arrays) as [keyof MeshArrays, Block][];
    this.#world.arena.resize(new Map(entries.map(([key, block]) => [block, arrays[key].length])));
    for (const [key, block] of entries) block.view.set(arrays[key] as never);
    this.#shape.view[0] = this.first;
    this.#shape.view[1] = this.count;
  }

  restored(): void {
    this.#range.count = this.#shape.view[1];
    this.#range.first = this.#shape.view[0] = this.#world.particles.firstOf(this.#range);
    const arrays = {} as Record<keyof MeshArrays, unknown>;
    for (const [key, block] of Object.entries(this.#arrays)) arrays[key as keyof MeshArrays] = block.view;
    this.mesh.restore(arrays as MeshArrays);
    this.#writeTriangles();
    this.adopt();
  }

  resize(count: number): void {
    this.#world.particles.resizeMovable(this.#range, count);
    this.#world.arena.resize(new Map<Block, number>([[this.anchors, ANCHOR_NUMBERS * count]]));
    this.values.resize(count);
  }

  addStrain(_world: World, sum: StrainSum): void {
    const { system } = this;
    system.measure(this.#world.particles.position, this.first);
    const { sum: total, most } = system.measures();
    sum.sum += total;
    sum.count += 2 * system.triangleCount;
    sum.max = Math.max(sum.max, most);
  }

  #moved(before: number): void {
    const { first, count } = this;
    this.#shape.view[0] = first;
    this.#writeTriangles();
    this.#world.dependents.announce({
      firstBefore: before,
      countBefore: count,
      first,
      count,
      newIndex: (old) => old - before + first,
    });
  }

  #writeTriangles(): void {
    const { mesh, first } = this;
    const out = this.triangles.view;
    for (let h = 0; h < out.length; h++) out[h] = first + mesh.triangles[h];
  }

  #begin(world: World): void {
    const { system } = this;
    system.measure(world.particles.position, this.first);
    system.begin();
  }

  #solve(world: World, step: ImplicitStep): ImplicitOutcome {
    const { system, first } = this;
    const { damping, bendDamping = damping } = this.material;
    const p = world.particles;
    system.constrain(step, first);
    system.gather(step.goal, 'goals', first);
    system.gather(p.position, 'nodes', first);
    if (step.correction === 0) this.#startPotential = system.potential(step, first);
    const torn = system.forces(step.h, damping, bendDamping) > TORN * this.#startPotential;
    if (step.correction === 0 && step.guarded && torn) {
      this.#beginOnTheWay(world, step);
      system.forces(step.h, damping, bendDamping);
    }
    system.support(step, first);
    const out = system.newton(step, step.correction === 0 ? 0 : this.#reference, first);
    const [iterations, before, after] = [out[0], out[1], out[2]];
    if (step.correction === 0) this.#reference = this.#firstResidual = before;
    const rises = this.#rises(world, step);
    return {
      iterations,
      converged: iterations < step.iterations && Number.isFinite(after),
      stretchChange: system.stretchChange(),
      rises,
    };
  }

  /**
   * Newton's method begins at the goal; where that tears at the cloth, at the best place on the way to it. So no step,
   * however long, begins with much more energy than it has.
   */
  #beginOnTheWay(world: World, step: ImplicitStep): void {
    const { system, first } = this;
    this.#keepEnd(world);
    system.measure(world.particles.position, first);
    this.#stopOnTheWay(world, step, system.potential(step, first));
    system.gather(world.particles.position, 'nodes', first);
  }

  /**
   * Whether the step ends with a higher incremental potential than standing still would have. A little higher, and the
   * solve was too coarse to tell motion from rest: then the best place between start and end is taken. So a cloth loses
   * the energy that coarse solves would feed it, and comes to rest.
   */
  #rises(world: World, step: ImplicitStep): boolean {
    const { system, first } = this;
    const { position } = world.particles;
    const least = this.#startPotential;
    system.measure(position, first);
    if (!step.guarded) return false;
    const whole = system.potential(step, first);
    if (whole <= least) return false;
    this.#keepEnd(world);
    const share = this.#stopOnTheWay(world, step, whole);
    this.#reference = 0; // from another place, with residuals of its own
    const left = (step.tolerance * step.tolerance * this.#firstResidual) / (step.h * step.h);
    return whole > least + left + 1e-6 * Math.abs(least) && share < 0.5;
  }

  /** Puts the cloth to the best place between where the step began and its end, with the potential `whole`. */
  #stopOnTheWay(world: World, step: ImplicitStep, whole: number): number {
    const least = this.#startPotential;
    const half = this.#potentialAt(world, step, 0.5);
    // A parabola through the values at 0, ½ and 1.
    const curve = 2 * (least + whole - 2 * half);
    const slope = 4 * half - 3 * least - whole;
    return this.#stopAt(world, step, curve > 0 ? -slope / (2 * curve) : 0);
  }

  /** Puts the cloth that share of the way, or less where the potential is higher there than at the start. */
  #stopAt(world: World, step: ImplicitStep, wanted: number): number {
    for (let share = Math.max(0, Math.min(1, wanted)); share > 1e-3; share *= 0.25) {
      if (this.#potentialAt(world, step, share) <= this.#startPotential) return share;
    }
    this.#potentialAt(world, step, 0);
    return 0;
  }

  #keepEnd({ particles: { position, stride } }: World): void {
    const { first, count } = this;
    if (this.#end.length < 3 * count) this.#end = new Float64Array(6 * count);
    for (let axis = 0; axis < 3; axis++) {
      const from = axis * stride + first;
      this.#end.set(position.view.subarray(from, from + count), axis * count);
    }
  }

  /** Puts the cloth a share of the way from where the step began to where it ended. */
  #potentialAt({ particles }: World, step: ImplicitStep, share: number): number {
    const { first, count, system } = this;
    const { position, stride } = particles;
    for (let axis = 0; axis < 3; axis++) {
      for (let v = 0, at = axis * stride + first; v < count; v++, at++) {
        const start = step.from.view[at];
        position.view[at] = start + share * (this.#end[axis * count + v] - start);
      }
    }
    system.measure(position, first);
    return system.potential(step, first);
  }
}

/** The cloth's own forces, for explicit engines and the audit of energy. */
function clothForce(cloth: Cloth): Force {
  return {
    name: 'cloth',
    implicit: true,
    add(world: World) {
      const { system, first } = cloth;
      const { damping, bendDamping = damping } = cloth.material;
      const { particles: p, kernels, arena } = world;
      const earlier = arena.scratchOf('cloth.earlier', p.numbers);
      kernels.addScaled(earlier.offset, p.position.offset, p.velocity.offset, -RATE_TIME, p.numbers);
      system.measure(earlier, first);
      system.begin();
      system.gather(p.position, 'nodes', first);
      system.explicitForces(RATE_TIME, damping, bendDamping);
      system.scatter(p.force, first);
      if (cloth.springs) addSpringForces(cloth.springs, cloth, world);
    },
    energy(world: World) {
      const { system } = cloth;
      system.measure(world.particles.position, cloth.first);
      const held = cloth.springs ? springEnergy(cloth.springs, cloth, world) : 0;
      return system.measures().energy + system.bendEnergy() + system.tieEnergy() + held;
    },
  };
}
