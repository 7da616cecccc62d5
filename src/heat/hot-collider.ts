/** A collider of given temperature, which heats or cools the particles that touch it. */
import type { Collider } from '../contact/collider.ts';
import { writeFrame } from '../contact/pose.ts';
import type { Body } from '../core/body.ts';
import type { World } from '../core/world.ts';
import type { HotBody } from './exchange.ts';

/** Margin of the distance at which a particle touches, m: contact keeps particles closer to their radius than this. */
const SLACK = 1e-5;

interface TouchingBody {
  readonly body: Pick<Body, 'first' | 'count'>;
  /** Distance from the collider's surface at which its particles touch, m. */
  readonly radius: number;
}

/** `temperature`: K; `conductance`: W/(m²·K). */
export function hotCollider(
  collider: Collider,
  temperature: number,
  conductance: number,
  bodies: readonly TouchingBody[],
): HotBody {
  const frame = new Float64Array(12);
  const normal = new Float64Array(3);
  let time = Number.NaN;
  const touches = (world: World, i: number) => {
    if (world.time !== time) {
      time = world.time;
      const pose = collider.track.poseAt(time);
      writeFrame(frame, pose.position, pose.quaternion);
    }
    const { position, stride } = world.particles;
    const dx = position.view[i] - frame[9];
    const dy = position.view[stride + i] - frame[10];
    const dz = position.view[2 * stride + i] - frame[11];
    const distance = collider.shape.distance(
      frame[0] * dx + frame[3] * dy + frame[6] * dz,
      frame[1] * dx + frame[4] * dy + frame[7] * dz,
      frame[2] * dx + frame[5] * dy + frame[8] * dz,
      normal,
    );
    for (const { body, radius } of bodies)
      if (i >= body.first && i < body.first + body.count) return distance <= radius + SLACK;
    return false;
  };
  return { name: collider.name, temperature, conductance, touches };
}
