/**
 * Ambient light: a softly graded dome with a few soft boxes, as in a photographer's studio, projected on
 * spherical harmonics up to order 2. These represent diffuse light to within a few per cent (Ramamoorthi & Hanrahan 2001) at
 * nine products a pixel, and need no environment map.
 */
import { Color, LightProbe, SphericalHarmonics3, Vector3 } from 'three';

const ZENITH = new Color(0.78, 0.88, 1.05);
const HORIZON = new Color(0.95, 0.93, 0.9);
const GROUND = new Color(0.36, 0.31, 0.27);

/** Direction, half-angle in rad, and radiance relative to the dome. */
const SOFT_BOXES = [
  { towards: new Vector3(-0.7, 0.55, 0.45).normalize(), half: 0.55, radiance: 2.6 },
  { towards: new Vector3(0.9, 0.3, -0.35).normalize(), half: 0.4, radiance: 2.4 },
  { towards: new Vector3(0, 0.35, -1).normalize(), half: 0.5, radiance: 2.2 },
];

/** Number of sampled directions; with fewer the edges of the soft boxes would show. */
const SAMPLES = 4000;

export function studioLight(): LightProbe {
  const harmonics = new SphericalHarmonics3();
  const direction = new Vector3();
  const basis: number[] = [];
  for (let k = 0; k < SAMPLES; k++) {
    // Evenly distributed over the sphere, on a spiral with the golden angle.
    const y = 1 - (2 * k + 1) / SAMPLES;
    const r = Math.sqrt(1 - y * y);
    direction.set(r * Math.cos(2.399963 * k), y, r * Math.sin(2.399963 * k));
    SphericalHarmonics3.getBasisAt(direction, basis);
    const { r: red, g: green, b: blue } = radiance(direction);
    harmonics.coefficients.forEach((c, i) => {
      c.addScaledVector(new Vector3(red, green, blue), (basis[i] * 4 * Math.PI) / SAMPLES);
    });
  }
  return new LightProbe(harmonics);
}

function radiance(direction: Vector3): Color {
  const { y } = direction;
  const dome = y < 0 ? HORIZON.clone().lerp(GROUND, Math.min(1, -3 * y)) : HORIZON.clone().lerp(ZENITH, y);
  for (const box of SOFT_BOXES) {
    if (direction.angleTo(box.towards) < box.half) dome.addScalar(box.radiance);
  }
  return dome;
}
