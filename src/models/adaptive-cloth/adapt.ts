/**
 * Refines and simplifies the mesh of a cloth (Birra & Próspero dos Santos 2004, §5), once a step.
 *
 * The error of an inner edge is the distance of the curved surface from the mesh: with θ the angle between the normals of
 * its two triangles, from its rest angle on, and L the mean distance of the vertices opposite from it,
 *   d = L (1 − cos(θ/2)) / (2 sin(θ/2)) = (L/2) tan(θ/4).
 * An edge is refined if d exceeds `refineError`, whatever the age of its triangles, or if its middle is deeper in a collider
 * than vertices may be. A vertex is removed if all edges at it have d below `simplifyShare` of that (hysteresis), also with
 * θ the rest angle, which a coarser mesh could not keep; if they turn more slowly than `simplifyRate`; if its triangles are
 * older than `simplifyAge`; if it lies near the middle of the edge that it leaves; if no edge of the coarser mesh would be refined
 * at once (coarse-error.ts); and if the flatter surface meets neither a collider nor another layer
 * (contact/surfaces/flattening-check.ts).
 *
 * A new vertex gets the mean position and velocity of the ends of its edge; a removed one leaves half of its momentum to
 * either end (a pinned end passes it on to its pin). With masses by thirds of the triangles' areas both keep Σm and Σmv.
 */
import type { z } from 'zod';
import { contactOf } from '../../contact/index.ts';
import type { Block } from '../../core/arena.ts';
import { IN_CONTACT, PINNED, PLACED } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { planarNormal } from '../../math/vec3.ts';
import { noRefinement, renumbering } from '../sheet.ts';
import type { Cloth } from './cloth.ts';
import { errorWithout } from './coarse-error.ts';
import { vertexMasses } from './energy.ts';
import type { clothOptions } from './parameters/cloth.ts';

type AdaptOptions = z.output<typeof clothOptions> & { readonly refineError: number };

/** Searches for removable vertices in a time of `simplifyAge`. */
const SEARCHES_AN_AGE = 4;
const NONE = new Int32Array(0);
/** Depth of an edge's middle in a collider over its length above which it is refined: a vertex there lengthens it by 2·this². */
const CHORD_DEPTH = 0.03;

export class Adaptation implements System {
  readonly name = 'refinement';
  readonly phase = 'adapt';
  readonly #world: World;
  readonly #cloth: Cloth;
  readonly #options: AdaptOptions;
  /** Masses of the vertices as they are removed, kg. */
  #mass: Float64Array = new Float64Array(0);
  /** Index of each vertex before the step, −1 for new ones. */
  #origin = new Int32Array(0);
  /** Edges to refine, the largest error first: triangle and two ends of each. */
  readonly #wanted: number[] = [];
  /** Places in the kernel's list of the edges that are refined for their error. */
  readonly #bent: number[] = [];
  #added = 0;
  readonly #middle = new Float64Array(3);

  constructor(world: World, cloth: Cloth, options: AdaptOptions) {
    this.#world = world;
    this.#cloth = cloth;
    this.#options = options;
  }

  get changes(): readonly Block[] {
    return this.#cloth.changing;
  }

  run(world: World, dt: number, report: StepReport): Moved {
    const { mesh, rest } = this.#cloth;
    report.refinement ??= noRefinement();
    if (rest.isAtRest) {
      report.refinement.active += mesh.vertexCount;
      return 'still';
    }
    const begin = world.clock();
    const simplifies = this.#isTimeToSimplify(dt);
    this.#wanted.length = 0;
    this.#findBent(simplifies);
    if (this.#options.refineAtContact) this.#findContacts();
    const found = world.clock();
    const tally = report.refinement;
    tally.detect += found - begin;
    const removable = simplifies ? this.#removable(dt) : NONE;
    const changes = this.#wanted.length + removable.length > 0;
    if (changes) {
      const before = mesh.vertexCount;
      this.#change(removable);
      tally.split += this.#added;
      tally.merged += before + this.#added - mesh.vertexCount;
    }
    tally.active += mesh.vertexCount;
    tally.refine += world.clock() - found;
    return changes ? 'moved' : 'still';
  }

  /** Appends the edges with too large an error. If vertices may be removed, marks in `kept` the rows of those that may not. */
  #findBent(simplifies: boolean): void {
    const { mesh, system, first } = this.#cloth;
    const world = this.#world;
    const { refineError, simplifyShare, simplifyRate } = this.#options;
    system.measure(world.particles.position, first);
    const { hingeVertices, hinges, angles, kept, coarse, errors } = system.blocks;
    if (simplifies) kept.view.fill(0);
    const count = world.kernels.clothErrors(
      hingeVertices.offset,
      system.hingeCount,
      hinges.offset,
      angles.offset,
      system.interval,
      refineError,
      simplifies ? simplifyShare * refineError : Infinity,
      simplifies ? simplifyRate : Infinity,
      kept.offset,
      coarse.offset,
      errors.offset,
    );
    if (count === 0) return;
    const { hingeOrder, edges } = this.#cloth;
    const list = this.#bent;
    list.length = 0;
    for (let k = 0; k < count; k++) {
      const hinge = hingeOrder[coarse.view[k]];
      const t = edges.hingeTriangles[2 * hinge];
      if (mesh.canRefineEdge(t, mesh.cornerOf(t, edges.hinges[4 * hinge + 2]))) list.push(k);
    }
    list.sort(
      (j, k) => errors.view[k] - errors.view[j] || hingeOrder[coarse.view[j]] - hingeOrder[coarse.view[k]],
    );
    for (const k of list) {
      const hinge = hingeOrder[coarse.view[k]];
      this.#wanted.push(
        edges.hingeTriangles[2 * hinge],
        edges.hinges[4 * hinge],
        edges.hinges[4 * hinge + 1],
      );
    }
  }

  /** Appends the edges whose middle is too deep in a collider. */
  #findContacts(): void {
    const { mesh, first, system, arrays } = this.#cloth;
    const world = this.#world;
    if (!contactOf(world).particles) return;
    const { marked } = system.blocks;
    const count = world.kernels.clothMarkedEdges(
      arrays.triangles.offset,
      arrays.neighbours.offset,
      mesh.triangleCount,
      world.particles.flags.offset + 4 * first,
      IN_CONTACT,
      marked.offset,
    );
    const { triangles } = mesh;
    for (let i = 0; i < count; i++) {
      const k = marked.view[i] % 3;
      const t = (marked.view[i] - k) / 3;
      if (!mesh.canRefineEdge(t, k)) continue;
      const a = triangles[3 * t + ((k + 1) % 3)];
      const b = triangles[3 * t + ((k + 2) % 3)];
      if (this.#chordDepth(a, b) > CHORD_DEPTH) this.#wanted.push(t, a, b);
    }
  }

  /** Returns whether to search for removable vertices in this step: every change of the mesh has its cost, and these can wait. */
  #isTimeToSimplify(dt: number): boolean {
    const every = Math.max(1, Math.floor(this.#options.simplifyAge / (SEARCHES_AN_AGE * dt)));
    return this.#world.steps % every === 0;
  }

  #removable(dt: number): Int32Array {
    const { refineError, simplifyAge } = this.#options;
    const { mesh, first, system } = this.#cloth;
    const [kept, rowOf] = [system.blocks.kept.view, system.blocks.rowOf.view];
    const world = this.#world;
    const { position, stride, flags } = world.particles;
    const x = position.view;
    const youngest = world.steps - Math.ceil(simplifyAge / dt);
    const found: number[] = [];
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (kept[rowOf[v]]) continue;
      const a = mesh.parents[2 * v];
      if (a < 0 || flags.view[first + v] & PINNED || !mesh.isRemovable(v)) continue;
      if (mesh.births[mesh.anyTriangle[v]] > youngest) continue;
      const b = mesh.parents[2 * v + 1];
      let off = 0;
      for (let axis = 0, at = first; axis < 3; axis++, at += stride) {
        const d = x[at + v] - 0.5 * (x[at + a] + x[at + b]);
        off += d * d;
      }
      if (off > refineError * refineError) continue;
      if (this.#options.refineAtContact && this.#chordDepth(a, b) > 0.5 * CHORD_DEPTH) continue;
      if (this.#isNeeded()) continue;
      found.push(v);
    }
    // The finest first, so that coarser ones may follow in later steps.
    return Int32Array.from(this.#clearOfLayers(found)).sort(
      (p, q) => mesh.vertexLevels[q] - mesh.vertexLevels[p] || p - q,
    );
  }

  /** Whether the mesh would be refined at once without the vertex that `isRemovable` was last asked for. */
  #isNeeded(): boolean {
    const { mesh, first } = this.#cloth;
    const { position, stride } = this.#world.particles;
    return errorWithout(mesh, position.view.subarray(first), stride) > this.#options.refineError;
  }

  /** Returns the vertices whose triangles can become flat without meeting another layer or an edge of a collider. */
  #clearOfLayers(vertices: number[]): number[] {
    const check = vertices.length > 0 ? contactOf(this.#world).flatteningCheck(this.#world) : undefined;
    if (!check) return vertices;
    const { mesh, first, thickness } = this.#cloth;
    return vertices.filter((v) => {
      const points = new Set<number>();
      mesh.isRemovable(v); // sets the triangles around it
      for (const t of mesh.around) {
        for (let k = 0; k < 3 && t >= 0; k++) points.add(first + mesh.triangles[3 * t + k]);
      }
      const normal = this.#normalAround(mesh.around);
      return check.isClear([...points], normal, 0.25 * thickness);
    });
  }

  /** Returns the sum of the normals of triangles, each as long as twice its area. */
  #normalAround(triangles: Int32Array): number[] {
    const { mesh, first } = this.#cloth;
    const { position, stride } = this.#world.particles;
    const x = position.view.subarray(first);
    const sum = [0, 0, 0];
    for (const t of triangles) {
      if (t < 0) continue;
      const normal = planarNormal(
        x,
        stride,
        mesh.triangles[3 * t],
        mesh.triangles[3 * t + 1],
        mesh.triangles[3 * t + 2],
      );
      for (let axis = 0; axis < 3; axis++) sum[axis] += normal[axis];
    }
    return sum;
  }

  /** Returns the depth of an edge's middle in colliders, beyond that of vertices, over its length; −∞ if neither end is in contact. */
  #chordDepth(a: number, b: number): number {
    const { first, thickness } = this.#cloth;
    const { position, stride, flags } = this.#world.particles;
    if (((flags.view[first + a] | flags.view[first + b]) & IN_CONTACT) === 0) return -Infinity;
    const x = position.view;
    let [i, j, length2] = [first + a, first + b, 0];
    const middle = this.#middle;
    for (let axis = 0; axis < 3; axis++, i += stride, j += stride) {
      middle[axis] = 0.5 * (x[i] + x[j]);
      length2 += (x[i] - x[j]) * (x[i] - x[j]);
    }
    const depth = contactOf(this.#world).depthAt(middle[0], middle[1], middle[2], this.#world.time);
    return (depth + 0.5 * thickness) / Math.sqrt(length2);
  }

  #change(removable: Int32Array): void {
    const cloth = this.#cloth;
    const { mesh } = cloth;
    const world = this.#world;
    const firstBefore = cloth.first;
    const countBefore = mesh.vertexCount;
    this.#refine();
    const count = mesh.vertexCount;
    this.#added = count - countBefore;
    if (this.#origin.length < count) this.#origin = new Int32Array(2 * count);
    for (let v = 0; v < count; v++) this.#origin[v] = v < countBefore ? v : -1;
    cloth.resize(count);
    for (let v = countBefore; v < count; v++) this.#fill(v);
    if (removable.length > 0) this.#simplify(removable);
    const finish = () => {
      cloth.resize(mesh.vertexCount);
      cloth.adopt();
      const newSlot = new Int32Array(countBefore).fill(-1);
      for (let v = 0; v < mesh.vertexCount; v++) if (this.#origin[v] >= 0) newSlot[this.#origin[v]] = v;
      return renumbering(firstBefore, newSlot, cloth);
    };
    if (mesh.vertexCount < count) world.dependents.announceFirst(finish);
    else world.dependents.announce(finish());
  }

  #refine(): void {
    const { mesh } = this.#cloth;
    const { steps } = this.#world;
    const wanted = this.#wanted;
    for (let k = 0; k < wanted.length; k += 3) {
      const t = wanted[k];
      let corner = -1;
      let ends = 0;
      for (let c = 0; c < 3; c++) {
        const v = mesh.triangles[3 * t + c];
        if (v === wanted[k + 1] || v === wanted[k + 2]) ends++;
        else corner = c;
      }
      if (ends === 2) mesh.refineEdge(t, corner, steps); // otherwise it has been refined already
    }
  }

  /** Sets the state, values and pin of a new vertex from its parents, which come before it. */
  #fill(v: number): void {
    const { mesh, values, first } = this.#cloth;
    const { position, velocity, temperature, flags, stride } = this.#world.particles;
    const [a, b] = [mesh.parents[2 * v], mesh.parents[2 * v + 1]];
    for (let axis = 0, at = first; axis < 3; axis++, at += stride) {
      for (const { view } of [position, velocity]) view[at + v] = 0.5 * (view[at + a] + view[at + b]);
    }
    const t = temperature.view;
    t[first + v] = 0.5 * (t[first + a] + t[first + b]);
    const both = flags.view[first + a] & flags.view[first + b];
    // Both ends belong to one pin and are still pinned, or both were pinned in place at run time.
    const isPinned = (values.interpolate(v, a, b) && both & PINNED) || both & PLACED;
    flags.view[first + v] = (both & IN_CONTACT) | (isPinned ? PINNED | (both & PLACED) : 0);
  }

  #simplify(removable: Int32Array): void {
    const { mesh, material } = this.#cloth;
    const { steps } = this.#world;
    this.#mass = vertexMasses(mesh, material.density);
    mesh.listener = { vertexRemoved: (v, a, b, last) => this.#remove(v, a, b, last) };
    // Vertices that refinement needs now, or that got another index, are considered again in the next step.
    const place = new Map<number, number>();
    for (const v of removable) {
      const now = place.get(v) ?? v;
      if (this.#origin[now] !== v || now >= mesh.vertexCount) continue;
      const last = mesh.vertexCount - 1;
      // Triangles beside it may have become coarser by now.
      if (!mesh.isRemovable(now) || this.#isNeeded() || !mesh.simplify(now, steps)) continue;
      const moved = now < mesh.vertexCount ? this.#origin[now] : -1;
      if (moved >= 0 && last !== now) place.set(moved, now);
    }
    mesh.listener = undefined;
  }

  /** Leaves the momentum of a removed vertex to the ends of its edge, and gives its index to the last vertex. */
  #remove(v: number, a: number, b: number, last: number): void {
    const { first, values } = this.#cloth;
    const { position, velocity, temperature, flags, stride } = this.#world.particles;
    const speed = velocity.view;
    const half = 0.5 * this.#mass[v];
    for (const end of [a, b]) {
      const total = this.#mass[end] + half;
      // the pin takes the momentum
      for (let axis = 0, at = first; axis < 3 && !(flags.view[first + end] & PINNED); axis++, at += stride) {
        speed[at + end] = (this.#mass[end] * speed[at + end] + half * speed[at + v]) / total;
      }
      this.#mass[end] = total;
    }
    if (last === v) return;
    for (let axis = 0, at = first; axis < 3; axis++, at += stride) {
      position.view[at + v] = position.view[at + last];
      speed[at + v] = speed[at + last];
    }
    temperature.view[first + v] = temperature.view[first + last];
    flags.view[first + v] = flags.view[first + last];
    values.copy(last, v);
    this.#origin[v] = this.#origin[last];
    this.#mass[v] = this.#mass[last];
  }
}
