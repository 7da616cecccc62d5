/** A tablecloth whose mesh comes from a GLB file: `node tablecloth-glb.mjs [cloth.glb]`; without one, a round one is made. */
import { readFileSync } from 'node:fs';
import { Simulation } from 'pliant';
import { readGlb, writeGlbFilm } from 'pliant/formats';

const bytes = process.env.CLOTH ? readFileSync(process.env.CLOTH) : await roundCloth(0.5, 12);
const mesh = await readGlb(new Uint8Array(bytes));
const threes = (list) =>
  Array.from({ length: list.length / 3 }, (_, i) => Array.from(list.slice(3 * i, 3 * i + 3)));
const sim = new Simulation();
sim.addCollider({ kind: 'cylinder', radius: 0.3, height: 0.04 }, { position: [0, -0.04, 0] });
sim.addCloth({ mesh: { vertices: threes(mesh.positions), triangles: threes(mesh.triangles) } });
const { energy, contacts } = sim.advance(Number(process.env.STEPS ?? 60) * sim.dt);
console.log(`${mesh.triangles.length / 3} triangles; ${energy.total.toFixed(4)} J, ${contacts} contacts`);

/** A disc of triangles in the plane y = 0, as the bytes of a GLB. */
async function roundCloth(radius, rings) {
  const positions = [0, 0, 0];
  const triangles = [];
  const around = 6 * rings;
  for (let ring = 1; ring <= rings; ring++) {
    for (let k = 0; k < around; k++) {
      const [angle, r] = [(2 * Math.PI * k) / around, (radius * ring) / rings];
      positions.push(r * Math.cos(angle), 0, r * Math.sin(angle));
      const next = (k + 1) % around;
      const [a, b] = [1 + (ring - 1) * around + k, 1 + (ring - 1) * around + next];
      if (ring === 1) triangles.push(0, b, a);
      else triangles.push(a - around, b, a, a - around, b - around, b);
    }
  }
  const frame = {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    values: new Map(),
  };
  return writeGlbFilm([{ name: 'cloth', times: [0], free: false, frame: () => frame }], 'cloth');
}
