/**
 * The compiled kernels: one WebAssembly module with 128-bit SIMD, inlined as text in `wasm.ts`
 * (written by the build from `assembly/`), so that Node, browsers and workers load it alike, without a bundler
 * setting or a fetch. It is compiled once and instantiated per memory: worlds share no state.
 *
 * All arguments are byte offsets into the memory, counts, or plain numbers. Every kernel computes in f64,
 * but for those of fields around particles, which are for the eye.
 */
import { decodeBase64 } from './base64.ts';
import type { MatterKernels } from './matter.ts';
import { withSharedMemory } from './shared-memory.ts';
import type { SurfaceKernels } from './surface.ts';
import { WASM_BASE64 } from './wasm.ts';

export interface Kernels extends MatterKernels, SurfaceKernels {
  springForces(
    runs: number,
    runCount: number,
    position: number,
    velocity: number,
    force: number,
    stride: number,
    stiffness: number,
    rest: number,
    damping: number,
  ): void;
  springMeasures(
    runs: number,
    runCount: number,
    position: number,
    stride: number,
    stiffness: number,
    rest: number,
    out: number,
  ): void;
  limitElongation(
    runs: number,
    runCount: number,
    position: number,
    velocity: number,
    inverseMass: number,
    stride: number,
    stiffness: number,
    rest: number,
    limit: number,
    inverseStep: number,
  ): number;
  gridBends(
    position: number,
    velocity: number,
    force: number,
    stride: number,
    first: number,
    columns: number,
    rows: number,
    kx: number,
    ky: number,
    retardation: number,
    row: number,
  ): void;
  netGather(
    position: number,
    velocity: number,
    stride: number,
    first: number,
    count: number,
    used: number,
    parents: number,
    virtualCount: number,
    nodes: number,
    loads: number,
  ): void;
  netForces(
    ends: number,
    stiffness: number,
    rest: number,
    damping: number,
    n: number,
    weight: number,
    nodes: number,
    loads: number,
  ): void;
  netBends(
    points: number,
    stiffness: number,
    damping: number,
    n: number,
    weight: number,
    nodes: number,
    loads: number,
  ): void;
  netBendEnergy(points: number, stiffness: number, n: number, nodes: number): number;
  netScatter(
    loads: number,
    count: number,
    used: number,
    parents: number,
    virtualCount: number,
    force: number,
    stride: number,
    first: number,
  ): void;
  netKick(
    loads: number,
    count: number,
    used: number,
    parents: number,
    virtualCount: number,
    velocity: number,
    inverseMass: number,
    stride: number,
    first: number,
  ): void;
  netMeasures(ends: number, stiffness: number, rest: number, n: number, nodes: number, out: number): void;
  relaxSprings(
    runs: number,
    runCount: number,
    position: number,
    velocity: number,
    lag: number,
    stride: number,
    stiffness: number,
    rest: number,
    prestress: number,
    retarded: number,
    e11: number,
    e12: number,
    e21: number,
    e22: number,
    ratio: number,
  ): number;
  retardedEnergy(stiffness: number, retarded: number, ratio: number, n: number): number;
  yieldSprings(
    runs: number,
    runCount: number,
    position: number,
    stride: number,
    stiffness: number,
    rest: number,
    damping: number,
    prestress: number,
    made: number,
    plastic: number,
    yieldStrain: number,
    hardening: number,
    rupture: number,
    out: number,
  ): number;
  addScaled(out: number, a: number, b: number, h: number, n: number): void;
  scale(a: number, factor: number, n: number): void;
  accelerate(out: number, force: number, inverseMass: number, stride: number): void;
  airForces(force: number, velocity: number, mass: number, rate: number, stride: number): void;
  kickDrift(x: number, v: number, f: number, inverseMass: number, h: number, stride: number): void;
  constantAcceleration(x: number, v: number, f: number, inverseMass: number, h: number, stride: number): void;
  combine(
    out: number,
    base: number,
    k: number,
    coefficients: number,
    stages: number,
    h: number,
    n: number,
  ): void;
  dot(a: number, b: number, n: number): number;
  kineticEnergy(mass: number, v: number, stride: number): number;
  largest(a: number, n: number): number;
  errorRatio(a: number, b: number, c: number, absolute: number, relative: number, n: number): number;
  windForces(
    triangles: number,
    n: number,
    position: number,
    velocity: number,
    force: number,
    stride: number,
    windX: number,
    windY: number,
    windZ: number,
    halfDensity: number,
    drag: number,
    lift: number,
  ): void;
  pressureForces(
    triangles: number,
    n: number,
    position: number,
    force: number,
    stride: number,
    pressure: number,
  ): void;
  windOnCells(
    corners: number,
    n: number,
    position: number,
    velocity: number,
    force: number,
    stride: number,
    windX: number,
    windY: number,
    windZ: number,
    halfDensity: number,
    drag: number,
    lift: number,
  ): void;
  pressureOnCells(
    corners: number,
    n: number,
    position: number,
    force: number,
    stride: number,
    pressure: number,
  ): void;
  clothGather(position: number, stride: number, first: number, order: number, n: number, nodes: number): void;
  clothScatter(loads: number, order: number, n: number, force: number, stride: number, first: number): void;
  clothResidual(
    nodes: number,
    goals: number,
    loads: number,
    masses: number,
    n: number,
    h2: number,
    constraints: number,
    projectors: number,
    out: number,
  ): void;
  clothMove(
    solution: number,
    order: number,
    n: number,
    nodes: number,
    position: number,
    stride: number,
    first: number,
  ): void;
  clothStretches(corners: number, n: number, triangles: number, nodes: number, out: number): void;
  sameRecords(a: number, b: number, n: number): number;
  clothTriangles(
    corners: number,
    n: number,
    triangles: number,
    before: number,
    rate: number,
    nodes: number,
    loads: number,
    blocks: number,
    slots: number,
    scale: number,
  ): number;
  clothHinges(
    vertices: number,
    n: number,
    hinges: number,
    rate: number,
    nodes: number,
    loads: number,
    angles: number,
  ): void;
  clothMeasures(triangles: number, stretches: number, n: number, out: number): void;
  clothBendEnergy(hinges: number, angles: number, n: number): number;
  systemBegin(
    blocks: number,
    blockBend: number,
    blockCount: number,
    scalars: number,
    scalarBend: number,
    scalarCount: number,
    factor: number,
  ): void;
  systemEnd(job: number, own: number, bends: number, factor: number): void;
  coneVolume(triangles: number, n: number, position: number, stride: number): number;
  membraneForces(
    triangles: number,
    n: number,
    position: number,
    velocity: number,
    force: number,
    stride: number,
    metric: number,
    stiffness: number,
    viscous: number,
    kappa: number,
  ): void;
  membraneMeasures(
    triangles: number,
    n: number,
    position: number,
    stride: number,
    metric: number,
    stiffness: number,
    kappa: number,
    out: number,
  ): void;
  /** Jobs of several threads: see threads.ts and assembly/threads.ts. */
  runJob(kind: number, job: number, thread: number, threads: number): void;
  leadJob(kind: number, job: number, threads: number): void;
  gather(call: number, threads: number): void;
  dismiss(): void;
}

export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/** A compiled module, which can be sent to workers. */
export type WasmModule = object;

/** The part of the WebAssembly API that the engine needs; hosts declare its types in different places. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => WasmModule;
  Memory: new (options: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
  Instance: new (module: WasmModule, imports: object) => { exports: unknown };
};

/** Modules compiled on first use; a module declares whether its memory is shared, so there are two. */
let compiled: WasmModule | undefined;
let compiledShared: WasmModule | undefined;

export function createMemory(pages: number): WasmMemory {
  return new WebAssembly.Memory({ initial: pages });
}

/** Pages of 2 GiB, the limit of the arena. */
const MOST_PAGES = 32768;

/** A shared memory is reserved up to its maximum, which small hosts refuse: then it is half as much, and so on. */
export function createSharedMemory(pages: number): WasmMemory {
  for (let maximum = MOST_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum, shared: true });
    } catch (error) {
      if (maximum / 2 < 16 * pages) throw error;
    }
  }
}

export function createKernels(memory: WasmMemory): Kernels {
  return new WebAssembly.Instance(isShared(memory) ? sharedModule() : module(), { env: { memory } })
    .exports as Kernels;
}

function isShared({ buffer }: WasmMemory): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
}

function module(): WasmModule {
  compiled ??= new WebAssembly.Module(decodeBase64(WASM_BASE64));
  return compiled;
}

/** Returns the module for instances over one shared memory. They share nothing else: kernels have no globals and no stack there. */
export function sharedModule(): WasmModule {
  compiledShared ??= new WebAssembly.Module(withSharedMemory(decodeBase64(WASM_BASE64), MOST_PAGES));
  return compiledShared;
}
