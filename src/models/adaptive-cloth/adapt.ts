/**
 * Refines and simplifies the mesh of a cloth (Birra & Próspero dos Santos 2004, §5), once a step.
 *
 * The error of an inner edge is the distance of the curved surface from the mesh: with θ the angle between the normals of
 * its two triangles, from its rest angle on, and L the mean distance of the vertices opposite from it,
 *   d = L (1 − cos(θ/2)) / (2 sin(θ/2)) = (L/2) tan(θ/4).
 * An edge is refined if d exceeds `refineError`, whatever the age of its triangles, or if its middle is deeper in a collider
 * than vertices may be. A vertex is removed if all edges at it have d below `simplifyShare` of that (hysteresis), also with
 * θ the rest angle, which a coarser mesh could not keep; if they turn more slowly than `simplifyRate`; if its triangles are
 * older than `simplifyAge`; if it lies near the middle of the edge that it leaves; and if the flatter surface meets neither a
 * collider nor another layer (contact/surfaces/flattening-check.ts).
 *
 * A new vertex gets the mean position and velocity of the ends of its edge; a removed one leaves half of its momentum to
 * either end (a pinned end passes it on to its pin). With masses by thirds of the triangles' areas both keep Σm and Σmv.
 */
import type { z } from 'zod';
import { contactOf } from '../../contact/index.ts';
import type { Block } from '../../core/arena.ts';
import { ANCHOR_NUMBERS } from '../../core/dynamics.ts';
import { IN_CONTACT, PINNED, PLACED } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { grown } from '../../math/growable.ts';
import { cos, sin } from '../../math/portable.ts';
import { cross, subtract } from '../../math/vec3.ts';
import { noRefinement, renumbering } from '../sheet.ts';
import type { Cloth } from './cloth.ts';
import { vertexMasses } from './energy.ts';
import type { clothOptions } from './parameters/cloth.ts';
import { HINGE_HEIGHT, HINGE_NUMBERS, HINGE_REST_ANGLE, HINGE_START_ANGLE } from './system-blocks.ts';

type AdaptOptions = z.output<typeof clothOptions> & { readonly refineError: number };

/** Searches for removable vertices in a time of `simplifyAge`. */
const SEARCHES_AN_AGE = 4;
const NONE = new Int32Array(0);
/** Depth of an edge's middle in a collider over its length above which it is refined: a vertex there lengthens it by 2·this². */
const CHORD_DEPTH = 0.03;

/** Numbers of the state of a vertex: position, velocity, temperature, anchor. */
const NUMBERS = 7 + ANCHOR_NUMBERS;
const VELOCITY = 3;
const TEMPERATURE = 6;
const ANCHOR = 7;

export class Adaptation implements System {
  readonly name = 'refinement';
  readonly phase = 'adapt';
  readonly #world: World;
  readonly #cloth: Cloth;
  readonly #options: AdaptOptions;
  /** Largest error (m) and rate (rad/s) of the edges at each vertex. */
  #error = new Float64Array(0);
  #rate = new Float64Array(0);
  #state = new Float64Array(0);
  #flags = new Int32Array(0);
  #mass: Float64Array = new Float64Array(0);
  /** Index of each vertex before the step, −1 for new ones. */
  #origin = new Int32Array(0);
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
    const { mesh } = this.#cloth;
    const begin = world.clock();
    const wanted = this.#find();
    const found = world.clock();
    report.refinement ??= noRefinement();
    const tally = report.refinement;
    tally.detect += found - begin;
    const removable = this.#isTimeToSimplify(dt) ? this.#removable(dt) : NONE;
    if (wanted.length + removable.length > 0) {
      const before = mesh.vertexCount;
      this.#change(wanted, removable);
      tally.split += this.#added;
      tally.merged += before + this.#added - mesh.vertexCount;
    }
    tally.active += mesh.vertexCount;
    tally.refine += world.clock() - found;
    return wanted.length + removable.length > 0 ? 'moved' : 'still';
  }

  /** Returns the edges to refine, the largest error first: triangle and two ends of each. Sets #error and #rate. */
  #find(): Int32Array {
    const { mesh, system, edges } = this.#cloth;
    const world = this.#world;
    const n = mesh.vertexCount;
    if (this.#error.length < n) {
      this.#error = new Float64Array(2 * n);
      this.#rate = new Float64Array(2 * n);
    }
    this.#error.fill(0, 0, n);
    this.#rate.fill(0, 0, n);
    system.measure(world.particles.position, this.#cloth.first);
    const angles = system.blocks.angles.view;
    const records = system.blocks.hinges.view;
    const { hingeOrder: order } = this.#cloth;
    const { refineError } = this.#options;
    const list: { d: number; hinge: number }[] = [];
    const error = (k: number, quarter: number) =>
      (0.5 * records[HINGE_NUMBERS * k + HINGE_HEIGHT] * sin(quarter)) / cos(quarter);
    for (let k = 0; k < angles.length; k++) {
      const hinge = order[k];
      const quarter = 0.25 * Math.abs(angles[k] - records[HINGE_NUMBERS * k + HINGE_REST_ANGLE]);
      const d = error(k, quarter);
      const rest = 0.25 * Math.abs(records[HINGE_NUMBERS * k + HINGE_REST_ANGLE]);
      const needed = rest > quarter ? error(k, rest) : d;
      const rate = Math.abs(angles[k] - records[HINGE_NUMBERS * k + HINGE_START_ANGLE]) / system.interval;
      for (let end = 0; end < 2; end++) {
        const v = edges.hinges[4 * hinge + end];
        if (needed > this.#error[v]) this.#error[v] = needed;
        if (rate > this.#rate[v]) this.#rate[v] = rate;
      }
      const t = edges.hingeTriangles[2 * hinge];
      if (d > refineError && mesh.canRefineEdge(t, mesh.cornerOf(t, edges.hinges[4 * hinge + 2])))
        list.push({ d, hinge });
    }
    list.sort((a, b) => b.d - a.d || a.hinge - b.hinge);
    const wanted: number[] = [];
    for (const { hinge } of list) {
      wanted.push(edges.hingeTriangles[2 * hinge], edges.hinges[4 * hinge], edges.hinges[4 * hinge + 1]);
    }
    if (this.#options.refineAtContact) this.#findContacts(wanted);
    return Int32Array.from(wanted);
  }

  /** Appends the edges whose middle is too deep in a collider. */
  #findContacts(wanted: number[]): void {
    const { mesh } = this.#cloth;
    if (!contactOf(this.#world).particles) return;
    const { triangles, neighbours, triangleCount } = mesh;
    for (let t = 0; t < triangleCount; t++) {
      for (let k = 0; k < 3; k++) {
        const over = neighbours[3 * t + k];
        if ((over >= 0 && over < t) || !mesh.canRefineEdge(t, k)) continue;
        const a = triangles[3 * t + ((k + 1) % 3)];
        const b = triangles[3 * t + ((k + 2) % 3)];
        if (this.#chordDepth(a, b) > CHORD_DEPTH) wanted.push(t, a, b);
      }
    }
  }

  /** Returns whether to search for removable vertices in this step: every change of the mesh has its cost, and these can wait. */
  #isTimeToSimplify(dt: number): boolean {
    const every = Math.max(1, Math.floor(this.#options.simplifyAge / (SEARCHES_AN_AGE * dt)));
    return this.#world.steps % every === 0;
  }

  #removable(dt: number): Int32Array {
    const { refineError, simplifyShare, simplifyRate, simplifyAge } = this.#options;
    const { mesh, first } = this.#cloth;
    const world = this.#world;
    const { position, stride, flags } = world.particles;
    const x = position.view;
    const youngest = world.steps - Math.ceil(simplifyAge / dt);
    const found: number[] = [];
    for (let v = 0; v < mesh.vertexCount; v++) {
      if (this.#error[v] > simplifyShare * refineError || this.#rate[v] > simplifyRate) continue;
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
      found.push(v);
    }
    // The finest first, so that coarser ones may follow in later steps.
    return Int32Array.from(this.#clearOfLayers(found)).sort(
      (p, q) => mesh.vertexLevels[q] - mesh.vertexLevels[p] || p - q,
    );
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
    const { x, y, z } = this.#world.particles;
    const sum = [0, 0, 0];
    for (const t of triangles) {
      if (t < 0) continue;
      const [a, b, c] = [0, 1, 2].map((k) => {
        const i = first + mesh.triangles[3 * t + k];
        return [x[i], y[i], z[i]];
      });
      cross(subtract(b, a), subtract(c, a)).forEach((part, axis) => {
        sum[axis] += part;
      });
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

  #change(wanted: Int32Array, removable: Int32Array): void {
    const cloth = this.#cloth;
    const { mesh } = cloth;
    const world = this.#world;
    const firstBefore = cloth.first;
    const countBefore = mesh.vertexCount;
    this.#read(countBefore);
    this.#refine(wanted);
    this.#added = mesh.vertexCount - countBefore;
    this.#fillValues(countBefore);
    this.#simplify(removable);
    const finish = () => {
      cloth.resize(mesh.vertexCount);
      this.#write();
      cloth.adopt();
      const newSlot = new Int32Array(countBefore).fill(-1);
      for (let v = 0; v < mesh.vertexCount; v++) if (this.#origin[v] >= 0) newSlot[this.#origin[v]] = v;
      return renumbering(firstBefore, newSlot, cloth);
    };
    if (mesh.vertexCount < countBefore) world.dependents.announceFirst(finish);
    else world.dependents.announce(finish());
  }

  #refine(wanted: Int32Array): void {
    const { mesh } = this.#cloth;
    const { steps } = this.#world;
    mesh.listener = { vertexAdded: (v, a, b) => this.#add(v, a, b) };
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
    mesh.listener = undefined;
  }

  /** Sets the values and pins of new vertices. */
  #fillValues(countBefore: number): void {
    const { mesh, values } = this.#cloth;
    values.resize(mesh.vertexCount);
    for (let v = countBefore; v < mesh.vertexCount; v++) {
      const [a, b] = [mesh.parents[2 * v], mesh.parents[2 * v + 1]];
      const both = this.#flags[a] & this.#flags[b];
      // Both ends belong to one pin and are still pinned, or both were pinned in place at run time.
      if ((values.interpolate(v, a, b) && both & PINNED) || both & PLACED)
        this.#flags[v] |= PINNED | (both & PLACED);
    }
  }

  #simplify(removable: Int32Array): void {
    const { mesh, values, material } = this.#cloth;
    const { steps } = this.#world;
    this.#mass = vertexMasses(mesh, material.density);
    mesh.listener = {
      vertexRemoved: (v, a, b, last) => {
        this.#remove(v, a, b, last);
        if (last !== v) values.copy(last, v);
      },
    };
    // Vertices that refinement needs now, or that got another index, are considered again in the next step.
    const place = new Map<number, number>();
    for (const v of removable) {
      const now = place.get(v) ?? v;
      if (this.#origin[now] !== v || now >= mesh.vertexCount) continue;
      const last = mesh.vertexCount - 1;
      if (!mesh.simplify(now, steps)) continue;
      const moved = now < mesh.vertexCount ? this.#origin[now] : -1;
      if (moved >= 0 && last !== now) place.set(moved, now);
    }
    mesh.listener = undefined;
  }

  #read(count: number): void {
    const { first } = this.#cloth;
    const flags = this.#world.particles.flags.view;
    this.#reserve(2 * count);
    this.#exchange(count, (view, at, k) => {
      this.#state[k] = view[at];
    });
    for (let v = 0; v < count; v++) {
      this.#flags[v] = flags[first + v];
      this.#origin[v] = v;
    }
  }

  /** Visits the numbers of vertices in the arena with their indices in the state. */
  #exchange(count: number, visit: (view: Float64Array, at: number, k: number) => void): void {
    const { first, anchors } = this.#cloth;
    const { position, velocity, temperature, stride } = this.#world.particles;
    for (let v = 0, k = 0; v < count; v++, k += NUMBERS) {
      for (let axis = 0; axis < 3; axis++) {
        visit(position.view, axis * stride + first + v, k + axis);
        visit(velocity.view, axis * stride + first + v, k + VELOCITY + axis);
      }
      visit(temperature.view, first + v, k + TEMPERATURE);
      for (let n = 0; n < ANCHOR_NUMBERS; n++) visit(anchors.view, ANCHOR_NUMBERS * v + n, k + ANCHOR + n);
    }
  }

  #reserve(count: number): void {
    if (this.#flags.length >= count) return;
    this.#state = grown(this.#state, NUMBERS * count);
    this.#flags = grown(this.#flags, count);
    this.#origin = grown(this.#origin, count);
  }

  #add(v: number, a: number, b: number): void {
    if (v >= this.#flags.length) this.#reserve(2 * v + 2);
    const s = this.#state;
    for (let k = 0; k < ANCHOR; k++) s[NUMBERS * v + k] = 0.5 * (s[NUMBERS * a + k] + s[NUMBERS * b + k]);
    s.fill(0, NUMBERS * v + ANCHOR, NUMBERS * (v + 1));
    this.#flags[v] = this.#flags[a] & this.#flags[b] & IN_CONTACT;
    this.#origin[v] = -1;
  }

  #remove(v: number, a: number, b: number, last: number): void {
    const s = this.#state;
    const half = 0.5 * this.#mass[v];
    for (const end of [a, b]) {
      const total = this.#mass[end] + half;
      if (this.#flags[end] & PINNED) {
        this.#mass[end] = total; // the pin takes the momentum
        continue;
      }
      for (let axis = 0; axis < 3; axis++) {
        const at = NUMBERS * end + VELOCITY + axis;
        s[at] = (this.#mass[end] * s[at] + half * s[NUMBERS * v + VELOCITY + axis]) / total;
      }
      this.#mass[end] = total;
    }
    if (last === v) return;
    s.copyWithin(NUMBERS * v, NUMBERS * last, NUMBERS * (last + 1));
    this.#flags[v] = this.#flags[last];
    this.#origin[v] = this.#origin[last];
    this.#mass[v] = this.#mass[last];
  }

  #write(): void {
    const { mesh, first } = this.#cloth;
    this.#exchange(mesh.vertexCount, (view, at, k) => {
      view[at] = this.#state[k];
    });
    this.#world.particles.flags.view.set(this.#flags.subarray(0, mesh.vertexCount), first);
  }
}
