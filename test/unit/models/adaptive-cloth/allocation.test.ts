/** What a step of an adaptive cloth allocates while its mesh stays as it is: no array of the size of the mesh. */
import { step, World } from 'pliant';
import { addAdaptiveCloth, addContact, createCollider, createIntegrator, gravity } from 'pliant/engine';
import { afterEach, expect, it } from 'vitest';
import { COTTON } from './woven-cloth.ts';

const NAMES = ['Float64Array', 'Float32Array', 'Int32Array', 'Uint8Array'] as const;
const originals = NAMES.map((name) => globalThis[name]);
const typed = Object.getPrototypeOf(Float64Array.prototype) as {
  slice: (this: ArrayLike<number>) => unknown;
};
const { slice } = typed;

afterEach(() => {
  NAMES.forEach((name, k) => {
    Object.assign(globalThis, { [name]: originals[k] });
  });
  typed.slice = slice;
});

/** Calls `noted` with the length of every typed array that gets memory of its own. */
function watch(noted: (length: number) => void): void {
  NAMES.forEach((name, k) => {
    const construct = (target: new (...args: unknown[]) => ArrayLike<number>, args: unknown[]) => {
      const made = Reflect.construct(target, args);
      if (!(args[0] instanceof ArrayBuffer)) noted(made.length);
      return made;
    };
    Object.assign(globalThis, { [name]: new Proxy<object>(originals[k], { construct }) });
  });
  typed.slice = function (this: ArrayLike<number>, ...args: []) {
    noted(this.length);
    return slice.apply(this, args);
  };
}

it('a step without changes of the mesh makes no array of its size', () => {
  const world = new World(createIntegrator('implicit-euler'));
  world.addForce(gravity([0, -9.80665, 0]));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [4, 4] },
    material: COTTON,
    startLevel: 4,
    maxLevel: 8,
    refineError: 1e-3,
    place: (u, v) => [u, 0.55, -v],
  });
  const shape = { kind: 'sphere', radius: 0.5 } as const;
  const ball = createCollider({ name: 'ball', shape, position: [0, 0, 0] });
  addContact(world, { colliders: [ball], bodies: [{ body: cloth, radius: 0.5 * cloth.thickness }] });
  const lengths: number[] = [];
  let steady = 0;
  watch((length) => lengths.push(length));
  for (let k = 0; k < 200 && steady < 8; k++) {
    lengths.length = 0;
    const { refinement } = step(world, 1 / 60);
    if (k < 5 || !refinement || refinement.split + refinement.merged > 0) continue;
    steady++;
    expect(lengths.filter((length) => length >= cloth.count)).toEqual([]);
  }
  expect(steady).toBeGreaterThan(5);
});
