/** Wall-thickness maps: what they say as JSON, CSV and picture, and of layered sheets. */
import { describe, expect, it } from 'vitest';
import { formedWalls, wallFigures, wallsCsv, wallsJson, wallsSvg } from '../../../formats/index.ts';
import {
  addContact,
  addLayeredSheet,
  addMembraneSheet,
  createCollider,
  createIntegrator,
  gravity,
  smoothSurface,
  stableSteps,
  substepsFor,
} from '../../../src/engine.ts';
import { step, World } from '../../../src/index.ts';

/** A blank of 0.2 × 0.1 m, stretched to twice its width. */
function stretched() {
  const world = new World(createIntegrator('verlet'));
  addMembraneSheet(world, {
    name: 'part <1>',
    size: [0.2, 0.1],
    points: [5, 4],
    thickness: 0.001,
    density: 1000,
    shearModulus: 1e5,
  });
  for (let i = 0; i < world.particles.count; i++) world.particles.x[i] *= 2;
  return formedWalls(world);
}

describe('a map of a part stretched to twice its width', () => {
  it('has half the thickness everywhere', () => {
    const [wall] = stretched();
    const figures = wallFigures(wall);
    for (const name of ['thinnest', 'thickest', 'mean'] as const) expect(figures[name]).toBeCloseTo(5e-4, 15);
    expect(figures.rest).toBe(0.001);
  });

  it('as JSON has a number for each mass, where it was in the blank, and the triangles', () => {
    const { bodies } = JSON.parse(wallsJson(stretched()));
    expect(bodies[0]).toMatchObject({ name: 'part <1>', unit: 'm', rest: 0.001, mean: 0.0005 });
    expect(bodies[0].thickness).toEqual(Array(20).fill(0.0005));
    expect(bodies[0].blank[0]).toEqual([-0.1, -0.05]);
    expect(bodies[0].triangles).toHaveLength(3 * 2 * 4 * 3);
  });

  it('as CSV has a line for each mass under its head', () => {
    const lines = wallsCsv(stretched()).trimEnd().split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[0].split(',')).toHaveLength(9);
    expect(lines[1]).toBe('part <1>,0,-0.1,-0.05,-0.2,0,-0.05,0.0005,0.5');
  });

  it('as a picture has every triangle, the section, and no mark-up of the names', () => {
    const svg = wallsSvg(stretched(), 'a & b');
    expect(svg.match(/<path /g)).toHaveLength(24);
    expect(svg.match(/<line /g)?.length).toBeGreaterThanOrEqual(4);
    expect(svg).toContain('part &lt;1&gt;');
    expect(svg).toContain('a &amp; b');
    expect(svg).toContain('0.5 mm');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('a layered sheet', () => {
  const material = { density: 0.5, stretch: 2000, rigidity: 2e-3, damping: 0.3, thickness: 0.004 };
  const options = {
    name: 'sheet',
    structure: 'trimm',
    points: [13, 13],
    layers: 2,
    size: [0.5, 0.5],
    material,
  } as const;

  it('tells its walls if it can change, from the triangles it still has', () => {
    const world = new World(createIntegrator('verlet'));
    addLayeredSheet(world, options);
    expect(formedWalls(world)).toEqual([]);
    const sheet = addLayeredSheet(world, { ...options, name: 'hot', changes: true });
    const [wall] = formedWalls(world);
    expect(wall.thickness).toHaveLength(sheet.count);
    for (const t of wall.thickness) expect(t).toBeCloseTo(0.004, 12);
    expect(Math.max(...wall.triangles)).toBeLessThan(13 * 13);
  });

  it('that fell on a ball is drawn outside of it', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const sheet = addLayeredSheet(world, { ...options, place: (x, y, z) => [x, y + 0.16, z] });
    const ball = createCollider({ name: 'ball', shape: { kind: 'sphere', radius: 0.15 }, friction: 0.5 });
    world.addForce(gravity([0, -9.81, 0]));
    addContact(world, { colliders: [ball], bodies: [{ body: sheet, radius: 0.002 }] });
    world.substeps = substepsFor(1 / 60, stableSteps(world).engines['euler-cromer'].step);
    for (let k = 0; k < 30; k++) expect(step(world, 1 / 60).fault).toBeUndefined();
    for (const layer of ['bottom', 'top'] as const) {
      const { position } = smoothSurface(world, sheet, { layer, colliders: [ball] });
      let least = Infinity;
      for (let i = 0; i < position.length; i += 3) {
        least = Math.min(least, Math.hypot(position[i], position[i + 1], position[i + 2]));
      }
      expect(least).toBeGreaterThan(0.152 - 1e-6);
    }
  });
});
