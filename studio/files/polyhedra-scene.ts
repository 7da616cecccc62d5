/** A scene for polyhedra without a sheet: a sheet of polystyrene falls on them, and hot faces heat it. */
import { parseScene, type Scene } from 'pliant';
import { polyhedraHeaters, polyhedraShapes } from 'pliant/engine';
import type { PolyhedraFile } from 'pliant/formats';

export function polyhedraScene(id: string, title: string, files: readonly PolyhedraFile[]): Scene {
  const corners = files.flatMap((file) => file.polyhedra.flatMap(({ vertices }) => vertices));
  const low = [0, 1, 2].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...corners.map((corner) => corner[axis])));
  const side = 1.2 * Math.max(high[0] - low[0], high[2] - low[2]);
  const heaters = files.flatMap((file) => polyhedraHeaters(file));
  const shapes = files.flatMap((file) => polyhedraShapes(file));
  return parseScene({
    format: 1,
    id,
    title,
    group: 'Own',
    seconds: 4,
    engine: { name: 'verlet' }, // the fastest engine for a small stiff sheet
    air: { rate: 2, density: 0 },
    bodies: [
      {
        name: 'sheet',
        model: 'layered-sheet',
        size: [side, side],
        points: [11, 11],
        position: [(low[0] + high[0]) / 2, high[1] + 0.1 * side, (low[2] + high[2]) / 2],
        material: 'styrene-0.25',
      },
    ],
    colliders: [
      { name: 'floor', shape: { kind: 'plane' }, position: [0, low[1], 0] },
      ...shapes.map((shape, i) => ({ name: `polyhedron ${i + 1}`, shape })),
    ],
    ...(heaters.length > 0 && {
      heat: {
        mode: 'physical',
        heaters: heaters.map((heater, i) => ({ name: `heater ${i + 1}`, ...heater })),
      },
    }),
  });
}
