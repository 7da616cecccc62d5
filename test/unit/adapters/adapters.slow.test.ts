/** `pliant/three`, `pliant/worker` and `pliant/react`: what pages are made of, without a page. */
import { advance, createRoot } from '@react-three/fiber';
import {
  buildScene,
  hash,
  loadRapier,
  parseScene,
  type RigidSolver,
  run,
  type SceneInput,
  snapshot,
  step,
  type World,
} from 'pliant';
import { Cloth, Matter, Sheet, useWorld } from 'pliant/react';
import { MatterMesh, SheetMesh, worldBody } from 'pliant/three';
import type * as WorkerDoor from 'pliant/worker';
import { act, createElement, Fragment } from 'react';
import { Box3, type BufferAttribute, type LineSegments, type Object3D, Raycaster, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';

const cloth: SceneInput = {
  format: 1,
  id: 'cloth',
  seconds: 1,
  bodies: [{ name: 'cloth', model: 'provot-sheet', points: [6, 5], pins: [{ at: 'top' }] }],
};
const refining: SceneInput = {
  format: 1,
  id: 'napkin',
  seconds: 1,
  colliders: [{ name: 'pole', shape: { kind: 'box', size: [0.1, 1, 0.1] }, position: [0.05, -0.52, 0.03] }],
  bodies: [{ name: 'napkin', model: 'adaptive-grid', size: [0.6, 0.6], points: [5, 5], maxLevel: 2 }],
};
const matter: SceneInput = {
  format: 1,
  id: 'goo',
  seconds: 1,
  bodies: [
    {
      name: 'goo',
      model: 'lattice-matter',
      spacing: 0.05,
      objects: [{ shape: { kind: 'box', size: [0.2, 0.2, 0.2] } }],
    },
  ],
};

const worldOf = (scene: SceneInput) => buildScene(parseScene(scene));
const attribute = (mesh: SheetMesh | MatterMesh, name: string) =>
  mesh.geometry.getAttribute(name) as BufferAttribute;

describe('pliant/three', () => {
  it('a sheet is written in place, step by step', () => {
    const world = worldOf(cloth);
    const mesh = new SheetMesh(worldBody(world, 'cloth'));
    const { array } = attribute(mesh, 'position');
    const version = attribute(mesh, 'position').version;
    const before = array.slice();
    run(world, 1 / 60, 10);
    mesh.update();
    expect(attribute(mesh, 'position').array).toBe(array);
    expect(attribute(mesh, 'position').version).toBeGreaterThan(version);
    const lowest = world.bodies[0].first + 29;
    expect(array[3 * 29 + 1]).toBe(Math.fround(world.particles.y[lowest]));
    expect(array).not.toEqual(before);
    expect(mesh.geometry.index!.count).toBe(6 * 5 * 4);
    expect(mesh.geometry.drawRange.count).toBe(6 * 5 * 4);
    const normal = new Vector3().fromBufferAttribute(attribute(mesh, 'normal'), 12);
    expect(normal.length()).toBeCloseTo(1, 6);
    const uv = [...attribute(mesh, 'uv').array];
    expect([Math.min(...uv), Math.max(...uv)]).toEqual([0, 1]);
    expect(() => worldBody(world, 'curtain')).toThrow('no body named "curtain"; there are: cloth');
  });

  it('a sheet that refines itself has room for more', () => {
    const world = worldOf(refining);
    const mesh = new SheetMesh(worldBody(world, 'napkin'));
    const start = mesh.geometry.drawRange.count;
    for (let i = 0; i < 60 && world.bodies[0].triangles.length === start; i++) step(world, 1 / 60);
    mesh.update();
    expect(mesh.geometry.drawRange.count).toBe(world.bodies[0].triangles.length);
    expect(mesh.geometry.drawRange.count).toBeGreaterThan(start);
    const corners = [...mesh.geometry.index!.array.subarray(0, mesh.geometry.drawRange.count)];
    expect(Math.max(...corners)).toBeLessThan(world.bodies[0].count);
  });

  it('is hit by rays where it is now, and boxes are around what is shown', () => {
    const falling = worldOf({ ...cloth, bodies: [{ name: 'cloth', model: 'provot-sheet', points: [3, 3] }] });
    const fallen = new SheetMesh(worldBody(falling, 'cloth'));
    const hit = (y: number) =>
      new Raycaster(new Vector3(0.1, y, 5), new Vector3(0, 0, -1)).intersectObject(fallen).length > 0;
    expect(hit(0.1)).toBe(true);
    run(falling, 1 / 60, 60); // some five metres down
    fallen.update();
    expect(hit(0.1)).toBe(false);
    expect(hit(falling.particles.y[falling.bodies[0].first + 4] + 0.1)).toBe(true);

    const world = worldOf(refining);
    const mesh = new SheetMesh(worldBody(world, 'napkin'));
    run(world, 1 / 60, 45); // it refines itself: with spare room
    mesh.update();
    expect(attribute(mesh, 'position').count).toBeGreaterThan(world.bodies[0].count);
    const { first, count } = world.bodies[0];
    const top = Math.max(...world.particles.y.subarray(first, first + count));
    expect(new Box3().setFromObject(mesh).max.y).toBe(Math.fround(top));
  });

  it('a texture does not swim on a sheet that tears', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
    let triangles = Uint32Array.of(0, 1, 2, 2, 1, 3);
    const mesh = new SheetMesh({
      name: 'napkin',
      read: () => ({ positions, triangles }),
      values: () => undefined,
    });
    const laid = [...attribute(mesh, 'uv').array];
    positions.set([0, -3, 0.5], 0);
    triangles = triangles.slice(3);
    mesh.update();
    expect([...attribute(mesh, 'uv').array]).toEqual(laid);
  });

  it('matter is a closed surface around its particles', () => {
    const world = worldOf(matter);
    const mesh = new MatterMesh(worldBody(world, 'goo'));
    const box = mesh.geometry;
    box.computeBoundingBox();
    const size = box.boundingBox!.getSize(new Vector3());
    expect(size.x).toBeGreaterThan(0.15);
    expect(size.x).toBeLessThan(0.3);
    expect(attribute(mesh, 'color').count).toBe(attribute(mesh, 'position').count);
    expect(() => new MatterMesh(worldBody(worldOf(cloth), 'cloth'))).toThrow('Body "cloth" is not matter');
  });

  it('matter shows its particles, which rays hit, or its surface again', () => {
    const world = worldOf(matter);
    const mesh = new MatterMesh(worldBody(world, 'goo'), { style: 'particles' });
    expect(mesh.shape).toMatchObject({ isInstancedMesh: true, count: world.bodies[0].count });
    expect(mesh.geometry.drawRange.count).toBe(0);
    mesh.style = 'blobs';
    mesh.update();
    expect(mesh.shape).toBe(mesh);
    expect(mesh.geometry.drawRange.count).toBeGreaterThan(0);
  });

  it('colours show a view within a range, or the values seen so far', () => {
    const world = worldOf(cloth);
    const mesh = new SheetMesh(worldBody(world, 'cloth'));
    const own = mesh.material;
    const colours = () => [...attribute(mesh, 'color').array];
    mesh.colourBy('speed', [0, 1]);
    mesh.update();
    const atRest = colours();
    expect(new Set(atRest).size).toBe(3); // one colour
    run(world, 1 / 60, 20);
    mesh.update();
    expect(mesh.material).not.toBe(own);
    const pinned = world.bodies[0].count - 30; // none of the top row's particles moves
    expect(colours().slice(3 * pinned, 3 * pinned + 3)).toEqual(atRest.slice(0, 3));
    expect(colours()).not.toEqual(atRest);
    mesh.colourBy('strain');
    mesh.update();
    expect(mesh.colouring!.range[1]).toBeGreaterThan(0.001);
    mesh.colourBy('phase'); // a sheet has none
    mesh.update();
    expect(new Set(colours()).size).toBe(3);
    mesh.colourBy(undefined);
    mesh.update();
    expect(mesh.material).toBe(own);
    expect(() => mesh.colourBy('beauty')).toThrow('There is no view named "beauty".');
  });

  it('lines are the edges of triangles, or of cells', () => {
    const world = worldOf(refining);
    const mesh = new SheetMesh(worldBody(world, 'napkin'));
    const lines = mesh.children[0] as LineSegments;
    mesh.showLines('edges');
    const edges = lines.geometry.drawRange.count;
    mesh.showLines('cells');
    const cells = lines.geometry.drawRange.count;
    expect(cells).toBeGreaterThan(0);
    expect(cells).toBeLessThan(edges);
    run(world, 1 / 60, 45); // it refines
    mesh.update();
    expect(lines.geometry.drawRange.count).toBeGreaterThan(cells);
    expect(lines.geometry.getAttribute('position')).toBe(attribute(mesh, 'position'));
  });
});

describe('pliant/worker', () => {
  const built = new URL('../../../dist/adapters/worker/index.js', import.meta.url).href;
  const load = () => import(/* @vite-ignore */ built) as Promise<typeof WorkerDoor>;

  it.each([true, false])('steps to the same bytes as in this thread, shared memory: %s', async (shared) => {
    const { openWorkerWorld } = await load();
    const there = await openWorkerWorld(cloth, { shared });
    try {
      const here = worldOf(cloth);
      const mesh = new SheetMesh(there.body('cloth'));
      const report = await there.step(7);
      const { energy } = run(here, there.dt, 7);
      expect(await there.hash()).toBe(hash(here));
      expect(there).toMatchObject({ time: here.time, steps: 7 });
      expect(report.energy).toEqual(energy);
      mesh.update();
      const own = new SheetMesh(worldBody(here, 'cloth'));
      expect(attribute(mesh, 'position').array).toEqual(attribute(own, 'position').array);
      expect(there.positions.buffer instanceof SharedArrayBuffer).toBe(shared);
      const kept = await there.snapshot();
      expect(kept).toEqual(snapshot(here));
      await there.step(3);
      await there.restore(kept);
      expect(await there.hash()).toBe(hash(here));
      await expect(there.restore(new Uint8Array(9))).rejects.toThrow('snapshot');
      await expect(there.step(0)).rejects.toThrow('steps: must be a whole number');
    } finally {
      there.dispose();
    }
    await expect(there.step()).rejects.toThrow('disposed');
  });

  it('refuses an invalid scene, and answers calls in their order', async () => {
    const { openWorkerWorld } = await load();
    await expect(openWorkerWorld({ ...cloth, dt: -1 })).rejects.toThrow(/dt/);
    const there = await openWorkerWorld(refining);
    const answered: string[] = [];
    const first = there.step(5).then(() => answered.push('step'));
    const second = there.hash().then(() => answered.push('hash'));
    await Promise.all([first, second]);
    expect(answered).toEqual(['step', 'hash']);
    await expect(there.use({ kind: 'release' })).rejects.toThrow('tools: true');
    there.dispose();
  });

  it('makes surfaces and views in the worker, and uses tools', async () => {
    const { openWorkerWorld } = await load();
    const there = await openWorkerWorld(matter, { tools: true });
    try {
      const own = there.body('goo').read();
      expect(own.surface!.triangles.length).toBeGreaterThan(0);
      await there.draw({ colour: 'temperature', matter: 'particles' });
      expect(there.body('goo').read().surface).toBeUndefined();
      expect(there.body('goo').values('temperature')!.length).toBe(own.positions.length / 3);
      expect(there.views.map(({ name }) => name)).toContain('phase');
      const far = { point: [9, 9, 9], radius: 0.1 } as const;
      expect(await there.use({ kind: 'grab', ...far })).toBe('There is nothing to hold there.');
      const near = { point: [0, 0, 0], radius: 0.2 } as const;
      expect(await there.use({ kind: 'grab', ...near })).toBeUndefined();
    } finally {
      there.dispose();
    }
  });

  it('advances with real time, draws the last frame meanwhile, and drops what it cannot catch up', async () => {
    const { openWorkerWorld } = await load();
    const there = await openWorkerWorld(cloth, { shared: false });
    try {
      const mesh = new SheetMesh(there.body('cloth'));
      expect(await there.advance(there.dt / 2)).toBeUndefined();
      const steps = there.advance(there.dt);
      expect(await there.advance(there.dt)).toBeUndefined(); // one is under way
      mesh.update();
      await steps;
      expect(there.steps).toBe(1);
      await there.advance(100);
      expect(there.steps).toBeLessThanOrEqual(1 + Math.round(0.1 / there.dt));
      expect(attribute(mesh, 'position').count).toBe(30);
    } finally {
      there.dispose();
    }
  });
});

describe('pliant/react', () => {
  /** A renderer that draws nothing. */
  const gl = () =>
    ({
      render() {},
      setSize() {},
      setPixelRatio() {},
      dispose() {},
      forceContextLoss() {},
      xr: { addEventListener() {}, removeEventListener() {} },
      shadowMap: {},
      renderLists: { dispose() {} },
      // biome-ignore lint/suspicious/noExplicitAny: the few parts that are asked for
    }) as any;

  async function mounted(element: React.ReactElement) {
    const canvas = { style: {}, addEventListener() {}, removeEventListener() {}, width: 8, height: 8 };
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    const root = createRoot(canvas as unknown as HTMLCanvasElement);
    const size = { width: 8, height: 8, top: 0, left: 0 };
    await root.configure({ gl, frameloop: 'never', size, dpr: 1 });
    // biome-ignore lint/suspicious/noExplicitAny: the store's own type says less
    let store: any;
    await act(async () => {
      store = root.render(element);
    });
    return { scene: store.getState().scene as Object3D, root };
  }

  it('a cloth falls with the frames of the page, in steps of its own', async () => {
    let steps = 0;
    const { scene, root } = await mounted(
      createElement(Cloth, { cells: [4, 4], maxLevel: 0, pins: [{ at: 'top' }], onStep: () => void steps++ }),
    );
    const mesh = scene.children[0] as SheetMesh;
    expect(mesh).toBeInstanceOf(SheetMesh);
    const before = attribute(mesh, 'position').array.slice();
    await act(async () => {
      for (let i = 1; i <= 10; i++) advance(i / 60);
    });
    expect(steps).toBeGreaterThanOrEqual(8);
    expect(steps).toBeLessThanOrEqual(12);
    expect(attribute(mesh, 'position').array).not.toEqual(before);
    await act(async () => advance(100)); // the page slept
    expect(steps).toBeLessThanOrEqual(16);
    await act(async () => root.unmount());
  });

  it('a cloth meets the colliders of its scene, and shows a view', async () => {
    let world: World | undefined;
    const { scene, root } = await mounted(
      createElement(Cloth, {
        size: [0.4, 0.4],
        cells: [4, 4],
        fabric: 'silk',
        colour: 'speed',
        scene: { colliders: [{ name: 'floor', shape: { kind: 'plane' }, position: [0, -0.05, 0] }] },
        onStep: (_, present) => void (world = present),
      }),
    );
    await act(async () => {
      for (let i = 1; i <= 20; i++) advance(i / 60);
    });
    expect(world?.body('cloth').model).toBe('adaptive-cloth');
    expect(Math.min(...world!.particles.y.subarray(0, 25))).toBeGreaterThan(-0.05);
    expect((scene.children[0] as SheetMesh).geometry.getAttribute('color')).toBeDefined();
    await act(async () => root.unmount());
  });

  it('rigid bodies need a solver, and fall with it', async () => {
    const shape = { kind: 'sphere', radius: 0.1 } as const;
    const drop: SceneInput = {
      format: 1,
      bodies: [],
      colliders: [{ name: 'floor', shape: { kind: 'plane' } }],
      rigidBodies: [{ name: 'ball', shape, mass: 1, position: [0, 1, 0] }],
    };
    let world: World | undefined;
    function Drop({ rigid }: { rigid?: RigidSolver }) {
      world = useWorld(drop, { rigid });
      return null;
    }
    await expect(mounted(createElement(Drop))).rejects.toThrow(/pass \{ rigid \}/);
    const { root } = await mounted(createElement(Drop, { rigid: await loadRapier() }));
    await act(async () => {
      for (let i = 1; i <= 10; i++) advance(i / 60);
    });
    expect(world!.time).toBeGreaterThan(0.1);
    await act(async () => root.unmount());
  });

  it('sheets and matter of one world', async () => {
    function Both() {
      const goo = useWorld(matter, { paused: true });
      const sheet = useWorld(cloth);
      return createElement(
        Fragment,
        null,
        createElement(Matter, { world: goo, body: 'goo' }),
        createElement(Sheet, { world: sheet }),
      );
    }
    const { scene, root } = await mounted(createElement(Both));
    const [goo, sheet] = scene.children;
    expect(goo).toBeInstanceOf(MatterMesh);
    expect(sheet).toBeInstanceOf(SheetMesh);
    await act(async () => root.unmount());
  });
});
