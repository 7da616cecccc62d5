/** The body of a cloth: its mesh, a particle for every vertex, and the system that implicit engines solve. */
import type { Block } from '../../core/arena.ts';
import type { Body, StrainSum } from '../../core/body.ts';
import type { Implicit } from '../../core/dynamics.ts';
import type { Force } from '../../core/force.ts';
import type { Cutting } from '../../core/knife.ts';
import type { MovableRange } from '../../core/particles.ts';
import type { Refinement, TriangleMap } from '../../core/refinement.ts';
import { BodyRest } from '../../core/rest.ts';
import type { ParticleView } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { shift } from '../sheet.ts';
import { clothCutting } from './cutting.ts';
import { type ClothMaterial, vertexMasses } from './energy.ts';
import type { Mesh48, MeshArrays } from './mesh.ts';
import { type ClothPin, holdAtHome, pinCloth, softenGoals, springsOf } from './pins.ts';
import type { Seams } from './seams.ts';
import { ClothStep, clothForce } from './step.ts';
import { ClothSystem } from './system.ts';
import type { EdgeCounts } from './system-mesh.ts';
import { hasSeams, wrapped } from './texture-places.ts';
import { Ties, tiePairs } from './ties.ts';
import { triangleMap } from './triangle-map.ts';
import { type ClothPaint, VertexValues } from './vertex-values.ts';
import { clothViews } from './views.ts';

/** Edges and hinges in the order of the triangles. */
export interface ClothEdges extends EdgeCounts {
  /** Vertices, two an edge. Both sides of a slit between the same two vertices are one edge. */
  readonly edges: Int32Array;
  /**
   * Vertices, four a hinge: the edge i → j in the anticlockwise direction of the first triangle, k opposite in the first
   * triangle, l in the second.
   */
  readonly hinges: Int32Array;
  /** The first and the second triangle of each hinge. */
  readonly hingeTriangles: Int32Array;
}

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
  readonly views: readonly ParticleView[] = clothViews(this);
  readonly cutting = (): Cutting => clothCutting(this);
  readonly contact = { addSeams: (ends: number[]) => this.#seams?.addPairs(this.first, ends) };
  /** Counts the changes of the mesh. */
  version = 0;
  readonly #world: World;
  readonly #range: MovableRange;
  /** The mesh in the arena, as it was adopted. */
  readonly arrays: Readonly<Record<keyof MeshArrays, Block>>;
  /** Blocks that change with the mesh. */
  readonly changing: readonly Block[];
  readonly values: VertexValues;
  /** Vertex of the mesh by vertex of an imported mesh, −1 for those without triangles. */
  readonly vertexOf: Int32Array | undefined;
  readonly rest: BodyRest;
  readonly #seams: Seams | undefined;
  /** Stiffness of the spring at each softly pinned vertex, N/m; undefined if there are none. See pins.ts. */
  springs: Float64Array | undefined;
  #places: Float64Array | undefined;
  /** 1 for each triangle whose corners are all pinned. */
  #clamped: Int32Array = new Int32Array(0);
  #areClamped = false;
  readonly #hasSeams: boolean;
  readonly #hasPattern: boolean;

  /** `positions`: those of the vertices, planar, m. */
  constructor(
    world: World,
    label: string,
    name: string,
    mesh: Mesh48,
    material: ClothMaterial,
    positions: Float64Array,
    more: { vertexOf?: Int32Array; paint?: ClothPaint; hasPattern?: boolean; seams?: Seams } = {},
  ) {
    this.name = name;
    this.mesh = mesh;
    this.material = material;
    this.thickness = material.thickness;
    this.#world = world;
    this.#range = { first: 0, count: mesh.vertexCount, moved: (before) => this.#moved(before) };
    this.triangles = world.arena.allocate(`${label}.triangles`, 'i32', 0, 'model');
    this.rest = new BodyRest(world.arena, label, mesh.vertexCount);
    const arrays = Object.entries(mesh.toArrays()).map(([key, array]) => {
      const kind = array instanceof Float64Array ? 'f64' : 'i32';
      return [key, world.arena.allocate(`${label}.mesh.${key}`, kind, 0, 'model')];
    });
    this.arrays = Object.fromEntries(arrays);
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
    this.changing = [
      this.triangles,
      this.rest.block,
      ...this.values.blocks,
      ...Object.values(this.arrays),
      ...world.particles.blocks,
    ];
    holdAtHome(world, this);
    this.adopt();
    this.force = clothForce(this);
    const step = new ClothStep(this);
    this.dynamics = {
      kind: 'implicit',
      stiffness: Math.min(material.stretchWarp, material.stretchWeft),
      soften: (w, h, goal, mass) => {
        if (this.springs) softenGoals(this.springs, this, h, goal.view, mass.view, w.particles);
      },
      begin: (w) => step.begin(w),
      rest: this.rest,
      changesUntil: () => this.system.ties?.closed ?? Number.NEGATIVE_INFINITY,
      system: step,
    };
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
    return 0; // all levels take the same step
  }
  get levels(): ArrayLike<number> {
    return this.mesh.vertexLevels.subarray(0, this.mesh.vertexCount);
  }
  /** Returns the triangles in the pattern, of a cloth that adapts and has one. */
  map(): TriangleMap | undefined {
    const { mesh } = this;
    return this.#hasPattern && mesh.maxLevel > mesh.minLevel ? triangleMap(mesh) : undefined;
  }
  /** Position of each vertex in the pattern, u and v, m; if the pattern has seams, see texture-places.ts. */
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

  /** Pins vertices at their present positions, or moves them by keyframes. */
  pin(pins: readonly ClothPin[]): void {
    pinCloth(this.#world, this, pins);
    this.updateClamps();
  }

  /** Returns the particle of the vertex nearest to a point of the pattern. */
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

  /** Follows a change of the mesh, after every vertex has got its particle: saves it in the arena, and rebuilds what depends on it. */
  adopt(): void {
    this.rest.wake();
    this.#save();
    this.#rebuild();
  }

  #rebuild(): void {
    const { mesh, material, system, values } = this;
    const world = this.#world;
    this.version++;
    this.#places = undefined;
    const masses = vertexMasses(mesh, material.density);
    for (let v = 0; v < mesh.vertexCount; v++) world.particles.setMass(this.first + v, masses[v]);
    const { position, stride } = world.particles;
    const ties = this.#seams?.ties(mesh, (v, axis) => position.view[axis * stride + this.first + v]);
    if (this.#clamped.length !== mesh.triangleCount) this.#clamped = new Int32Array(mesh.triangleCount);
    this.#markClamped();
    const areas = masses.map((mass) => mass / material.density);
    this.springs = springsOf(values, material.stretchWarp, areas);
    system.rebuild({
      vertexCount: mesh.vertexCount,
      triangleCount: mesh.triangleCount,
      cuts: mesh.cuts,
      arrays: this.arrays,
      material,
      stretch: values.paintOf('stretch'),
      bend: values.paintOf('bend'),
      clamped: this.#clamped,
      pairs: tiePairs(ties ?? []),
    });
    system.ties = ties && new Ties(ties, system.structure);
    world.arena.resize(new Map([[this.triangles, 3 * mesh.triangleCount]]));
    this.#writeTriangles();
  }

  /** Edges and hinges; valid until the mesh changes or memory grows. */
  get edges(): ClothEdges {
    const { counts, blocks } = this.system;
    const { edges, meshHinges, hingeTriangles } = blocks;
    return { ...counts, edges: edges.view, hinges: meshHinges.view, hingeTriangles: hingeTriangles.view };
  }
  /** Triangle of the mesh by those of the system. */
  get triangleOrder(): Int32Array {
    return this.system.blocks.triangleOrder.view;
  }
  /** Hinge of `edges` by those of the system. */
  get hingeOrder(): Int32Array {
    return this.system.blocks.hingeOrder.view;
  }

  /** Rebuilds the system if triangles were clamped or released since: pins change the stiffness of hinges beside them (energy.ts). */
  updateClamps(): void {
    if (this.#markClamped()) this.#rebuild();
  }

  /** Marks triangles whose corners are all pinned. Returns whether any mark has changed. */
  #markClamped(): boolean {
    const { mesh, first } = this;
    const { view } = this.#world.particles.inverseMass;
    const clamped = this.#clamped;
    const wereClamped = this.#areClamped;
    const end = first + mesh.vertexCount;
    let v = first;
    while (v < end && view[v] > 0) v++;
    if (v === end && !wereClamped) return false;
    const { triangles } = mesh;
    let changed = false;
    this.#areClamped = false;
    for (let t = 0, h = 0; t < clamped.length; t++, h += 3) {
      const free =
        view[first + triangles[h]] + view[first + triangles[h + 1]] + view[first + triangles[h + 2]];
      const mark = free === 0 ? 1 : 0;
      this.#areClamped ||= mark === 1;
      changed ||= clamped[t] !== mark;
      clamped[t] = mark;
    }
    return changed;
  }

  /** Sets the rest angle (rad) of a hinge of the system; `saveRestAngles` copies it to the arena. */
  setRestAngle(hinge: number, angle: number): void {
    this.system.setRestAngle(hinge, angle);
    const { hingeOrder, hingeTriangles, meshHinges } = this.system.blocks;
    const from = hingeOrder.view[hinge];
    for (let side = 0; side < 2; side++) {
      const t = hingeTriangles.view[2 * from + side];
      this.mesh.restAngles[3 * t + this.mesh.cornerOf(t, meshHinges.view[4 * from + 2 + side])] = angle;
    }
  }

  get restAngles(): Block<'f64'> {
    return this.arrays.restAngles as Block<'f64'>;
  }

  saveRestAngles(): void {
    const { mesh, restAngles } = this;
    restAngles.view.set(mesh.restAngles.subarray(0, 3 * mesh.triangleCount));
  }

  /** Makes the present angles of all hinges their rest angles. */
  restAsItIs(): void {
    this.system.measure(this.#world.particles.position, this.first);
    const angles = this.system.blocks.angles.view;
    for (let h = 0; h < angles.length; h++) this.setRestAngle(h, angles[h]);
    this.saveRestAngles();
  }

  /** Copies the mesh to the arena, for snapshots and kernels. */
  #save(): void {
    const { mesh } = this;
    const lengths = new Map<Block, number>();
    mesh.eachUsed((name, { length }) => lengths.set(this.arrays[name], length));
    this.#world.arena.resize(lengths);
    mesh.eachUsed((name, used) => this.arrays[name].view.set(used as never));
  }

  restored(): void {
    const views = Object.entries(this.arrays).map(([key, { view }]) => [key, view]);
    this.mesh.restore(Object.fromEntries(views));
    this.#range.count = this.mesh.vertexCount;
    this.#range.first = this.#world.particles.firstOf(this.#range);
    this.#rebuild();
  }

  resize(count: number): void {
    this.#world.particles.resizeMovable(this.#range, count);
    this.values.resize(count);
    this.rest.resize(count);
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
    this.#writeTriangles();
    this.#world.dependents.announce(shift(before, this.count, this));
  }

  #writeTriangles(): void {
    const { mesh, first } = this;
    const out = this.triangles.view;
    for (let h = 0; h < out.length; h++) out[h] = first + mesh.triangles[h];
  }
}
