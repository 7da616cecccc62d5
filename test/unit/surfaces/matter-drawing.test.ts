/** A frame of matter as one surface: meshes where it is solid, a surface around the rest, colours and checks. */
import { DRAWN_VALUES, fillMesh, implicitMesh, MatterDrawing, type MatterFrame } from 'pliant/engine';
import { describe, expect, it } from 'vitest';

const ball = implicitMesh((x, y, z) => 0.3 - Math.sqrt(x * x + y * y + z * z), {
  low: [-0.4, -0.4, -0.4],
  high: [0.4, 0.4, 0.4],
  cell: 0.05,
});
const vertices = ball.positions.length / 3;
const { particles: points, spacing } = fillMesh(ball.positions, ball.triangles, { count: 200 });
const count = points.length / 3;
const RED = [255, 0, 0, 255];
const colours = Array.from({ length: vertices }, () => RED).flat();
const skins = [{ ...ball, points, copies: [0], colours }];
const GREEN = [0, 0.5, 0];
const identity = Float32Array.from({ length: 9 * count }, (_, i) => ((i % 9) % 4 === 0 ? 1 : 0));

function frame(changes: Partial<MatterFrame> = {}): MatterFrame {
  const filled = (value: number) => new Float32Array(count).fill(value);
  return {
    positions: points,
    solid: filled(1),
    temperature: filled(300),
    object: filled(0),
    strain: filled(0.1),
    frames: identity,
    ...changes,
  };
}

function drawing(carried = skins) {
  return new MatterDrawing({ spacing, dimension: 3, skins: carried, colourOf: () => GREEN });
}

describe('a mesh that matter carries', () => {
  it('is drawn in its colours where its particles are at rest, and moves with them', () => {
    const { positions, triangles, values } = drawing().draw(frame());
    expect(triangles.length).toBe(ball.triangles.length);
    for (let i = 0; i < positions.length; i++) expect(positions[i]).toBeCloseTo(ball.positions[i], 6);
    expect([...values.slice(0, DRAWN_VALUES)].map((value) => Math.round(1e4 * value) / 1e4)).toEqual([
      1, 0, 0, 300, 1, 0.1,
    ]);
    const up = points.map((value, i) => (i % 3 === 1 ? value + 2 : value));
    const moved = drawing().draw(frame({ positions: up }));
    expect(moved.positions[1]).toBeCloseTo(ball.positions[1] + 2, 5);
  });

  it('ends where the matter melts, which keeps its colours', () => {
    const solid = Float32Array.from({ length: count }, (_, p) => (points[3 * p + 1] < 0 ? 0 : 1));
    const { positions, triangles, values } = drawing().draw(frame({ solid }));
    let below = 0;
    for (let t = 0; t < triangles.length; t++) {
      const v = triangles[t];
      // What of the mesh is left is above; the surface around the fluid comes behind the mesh's vertices.
      if (v < vertices) expect(positions[3 * v + 1]).toBeGreaterThan(0);
      else if (positions[3 * v + 1] < -0.2) below++;
    }
    expect(below).toBeGreaterThan(0);
    for (let v = vertices; v < positions.length / 3; v++) {
      expect(values[DRAWN_VALUES * v]).toBeGreaterThan(0.9);
      expect(values[DRAWN_VALUES * v + 1]).toBeLessThan(0.1);
    }
  });

  it('is not drawn of a frame without A', () => {
    const { positions } = drawing().draw(frame({ frames: undefined }));
    expect(positions.length).not.toBe(ball.positions.length);
  });
});

describe('matter without a mesh', () => {
  it('has light and dark checks of its object’s colour, which go with the particles', () => {
    const plain = drawing([]);
    const greens = (values: Float32Array) =>
      Array.from({ length: values.length / DRAWN_VALUES }, (_, v) => values[DRAWN_VALUES * v + 1]);
    const start = greens(plain.draw(frame()).values);
    expect(Math.min(...start)).toBeCloseTo(0.5, 2);
    // 0.35 of the way to white in the middle of a check, of which so small a ball has none on its surface.
    expect(Math.max(...start)).toBeGreaterThan(0.6);
    expect(Math.max(...start)).toBeLessThan(0.676);
    const far = points.map((value, i) => (i % 3 === 0 ? value + 4 * spacing : value));
    const before = plain.colours(frame());
    expect([...plain.colours(frame({ positions: far }))]).toEqual([...before]);
  });

  it('has none where it began as a fluid', () => {
    const fluid = frame({ solid: new Float32Array(count) });
    const { values } = drawing([]).draw(fluid);
    for (let v = 0; v < values.length; v += DRAWN_VALUES) expect(values[v + 1]).toBeCloseTo(0.5, 5);
  });

  it('is a ball where a particle is alone', () => {
    const one: MatterFrame = {
      positions: [5, 6, 7],
      solid: [0],
      temperature: [300],
      object: [0],
      strain: [0],
    };
    const { positions, triangles } = drawing([]).draw(one);
    expect(triangles.length).toBe(3 * 128);
    for (let v = 0; v < positions.length; v += 3) {
      const out = Math.hypot(positions[v] - 5, positions[v + 1] - 6, positions[v + 2] - 7);
      // The radius of a ball of the volume D³/√2.
      expect(out / spacing).toBeCloseTo(0.57, 4);
    }
  });
});
