/** What colours of the studio say: maps whose lightness can be relied on, ranges that hold still, and what is made of a world. */
import { buildScene, step } from 'pliant';
import { VIEW_KINDS, type ViewKind } from 'pliant/engine';
import {
  interleavePositions,
  readBodyValues,
  recordedValues,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
} from 'pliant/formats';
import { sceneById } from 'pliant/scenes';
import { labOf, paintNumbers, ViewRange } from 'pliant/three';
import { buffersOf, FrameDrawer } from 'pliant/worker/protocol';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LOOK, isOtherRequest } from '../../../studio/look/look.ts';
import { viewText } from '../../../studio/view/view-text.ts';

const KINDS: readonly ViewKind[] = Object.values(VIEW_KINDS);

function lightness(kind: ViewKind, shares: readonly number[]): number[] {
  const colours = new Float32Array(3 * shares.length);
  paintNumbers(kind, shares, [0, 1], [0, 1], colours);
  return shares.map((_, k) => labOf([...colours.subarray(3 * k, 3 * k + 3)])[0]);
}

const SHARES = Array.from({ length: 33 }, (_, k) => k / 32);

describe('colours', () => {
  it.each(KINDS.filter(({ scale }) => scale === 'sequential'))('$name: lightness goes one way', (kind) => {
    const found = lightness(kind, SHARES);
    const way = Math.sign(found[32] - found[0]);
    for (let k = 1; k < found.length; k++) expect(way * (found[k] - found[k - 1])).toBeGreaterThan(0);
    // Half of all lightness there is, at least a third: enough to be told apart in print and by all eyes.
    expect(Math.abs(found[32] - found[0])).toBeGreaterThan(0.33);
  });

  it('stretch: lightest at 0, as dark to either side', () => {
    const found = lightness(VIEW_KINDS.stretch, SHARES);
    for (let k = 1; k <= 16; k++) expect(found[k]).toBeGreaterThan(found[k - 1]);
    for (let k = 17; k <= 32; k++) expect(found[k]).toBeLessThan(found[k - 1]);
    // What the eye calls the same: a tenth.
    for (let k = 0; k <= 16; k++) expect(Math.abs(found[k] - found[32 - k])).toBeLessThan(0.1);
  });
});

describe('ranges', () => {
  it('grow in round steps and do not come back', () => {
    const range = new ViewRange(VIEW_KINDS.strain);
    expect(range.ends).toEqual([0, 0.001]);
    range.take(Float32Array.of(0, 0.0213));
    expect(range.ends[1]).toBeCloseTo(0.03, 9);
    expect(range.take(Float32Array.of(0, 0.0291))).toBe(false);
    range.take(Float32Array.of(0, 0.001));
    expect(range.ends[1]).toBeCloseTo(0.03, 9);
  });

  it('leave out a few that are far out, and what is no number', () => {
    const range = new ViewRange(VIEW_KINDS.stress);
    const numbers = new Float32Array(1000).fill(50);
    numbers[3] = 1e9;
    numbers[4] = Number.NaN;
    range.take(numbers);
    expect(range.ends).toEqual([0, 50]);
  });

  it('cover both sides of 0 alike, and temperatures as they are', () => {
    const alike = new ViewRange(VIEW_KINDS.temperature);
    alike.take([400, 400, 400]);
    expect(alike.ends).toEqual([399, 401]);
    const stretch = new ViewRange(VIEW_KINDS.stretch);
    stretch.take(Float32Array.of(-0.07, 0.02));
    expect(stretch.ends).toEqual([-0.08, 0.08]);
    const temperature = new ViewRange(VIEW_KINDS.temperature);
    temperature.take(Float32Array.of(293.15, 293.15));
    expect(temperature.ends[0]).toBeLessThanOrEqual(293.15);
    expect(temperature.ends[1]).toBeGreaterThanOrEqual(294);
  });
});

it.each([
  ['strain', 0.05, '5 %'],
  ['stretch', -0.001, '−0.1 %'],
  ['stress', 2.5e6, '2.5 MPa'],
  ['stress', 0, '0 Pa'],
  ['thickness', 0.0012, '1.2 mm'],
  ['temperature', 293.15, '293.1 K'],
  ['speed', 1.5, '1.5 m/s'],
  ['contact', 1, 'touching'],
  ['level', 3, '3'],
  ['sites', 18, '18'],
] as const)('%s of %d reads %s', (name, value, text) => {
  expect(viewText(VIEW_KINDS[name], value)).toBe(text);
});

describe('what is made of a world', () => {
  const scene = sceneById('wedge')!;
  const world = buildScene(scene);
  step(world, scene.dt);
  const frame = {
    positions: interleavePositions(world.particles),
    meshes: trajectoryMeshes(world),
    values: readBodyValues(world, recordedValues(world)),
  };
  const drawer = new FrameDrawer(world, {
    info: trajectoryInfo(scene, { world }),
    skins: trajectorySkins(world),
  });

  it('is nothing if nothing is requested', () => {
    const drawn = drawer.draw(DEFAULT_LOOK, frame);
    expect(buffersOf(drawn)).toEqual([]);
  });

  it('is the smooth surface of all layers with its values, and the springs', () => {
    const request = { ...DEFAULT_LOOK, colour: 'layer', layers: 'all', smooth: true, springs: true } as const;
    expect(isOtherRequest(request, DEFAULT_LOOK)).toBe(true);
    const { sheets, lines, values } = drawer.draw(request, frame);
    expect(values[0]!.length).toBe(world.bodies[0].count);
    expect(new Set(sheets[0].values)).toEqual(new Set([0, 1]));
    expect(sheets[0].values!.length).toBe(sheets[0].positions.length / 3);
    expect(Math.max(...sheets[0].triangles)).toBeLessThan(sheets[0].values!.length);
    expect(lines[0].strain.length).toBe(world.bodies[0].elements);
  });

  it('of a recorded frame is what the record tells', () => {
    const drawn = drawer.drawRecorded({ ...DEFAULT_LOOK, colour: 'stress', springs: true }, frame);
    expect(drawn.values).toEqual([undefined]);
    expect(drawn.lines).toEqual([]);
  });
});
