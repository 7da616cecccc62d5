/** A short run of real matter, for the report to show: a warm solid ball with a mesh of its own, and a fluid one beside it. */
import { step, World } from 'pliant';
import { addLatticeMatter, createIntegrator, dieMesh, fillMesh, gravity } from 'pliant/engine';
import {
  interleavePositions,
  type ReportData,
  readBodyValues,
  recordedValues,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
} from 'pliant/formats';
import { wavingRun } from './waving-run.ts';

const FRAMES = 8;
const DT = 0.02;

export function matterRun(): ReportData {
  const world = new World(createIntegrator('euler-cromer'));
  world.substeps = 10;
  world.addForce(gravity([0, -9.81, 0]));
  const mesh = dieMesh(0.4, 12);
  const { particles: points, spacing } = fillMesh(mesh.positions, mesh.triangles, { count: 120 });
  const beside = points.map((value, i) => (i % 3 === 0 ? value + 0.55 : value));
  const material = { density: 1000, young: 1e5, soundSpeed: 10 };
  addLatticeMatter(world, {
    name: 'matter',
    spacing,
    objects: [
      { points, material, skin: { ...mesh, points }, temperature: 400, spin: [0, 0, 3] },
      { points: beside, material, phase: 'fluid', temperature: 300 },
    ],
  });
  const scene = {
    id: 'matter',
    title: 'Matter',
    dt: DT,
    bodies: [{ name: 'matter', model: 'lattice-matter' }],
    colliders: [],
  };
  const writer = new TrajectoryWriter(
    trajectoryInfo(scene, { world }),
    trajectoryMeshes(world),
    trajectorySkins(world),
  );
  const recorded = recordedValues(world);
  const pieces = [writer.header];
  for (let frame = 0; frame < FRAMES; frame++) {
    const positions = interleavePositions(world.particles);
    pieces.push(writer.frame(frame * DT, positions, new Float32Array(), readBodyValues(world, recorded)));
    step(world, DT);
  }
  return { ...wavingRun(FRAMES), trajectory: Uint8Array.from(Buffer.concat(pieces)) };
}
