/** A deformable body of a simulation: its shape as arrays to draw, its views, its pins. */
import type { Body } from '../core/body.ts';
import type { PinPlace } from '../core/pins.ts';
import { isAtRest } from '../core/rest.ts';
import { readView, type ViewKind, worldViews } from '../core/views.ts';
import type { World } from '../core/world.ts';
import type { SceneInput } from '../scene/parameters.ts';
import { cornerNormals } from '../surfaces/normals.ts';
import { BodyReader, type BodyShape } from './body-reader.ts';

type Pins = Extract<NonNullable<SceneInput['bodies']>[number], { model: 'adaptive-cloth' }>['pins'];

/**
 * A place on a body: a corner, an edge or [column, row] of its grid as in a scene file, or all particles within a radius
 * (m) of a point in the room.
 */
export type PinTarget = NonNullable<Pins>[number]['at'] | PinPlace;

/** The part of a simulation that its bodies use. */
export interface BodyHost {
  find(body: SimulatedBody): { world: World; body: Body; index: number };
  pin(body: SimulatedBody, at: PinTarget): number;
  unpin(body: SimulatedBody, at: PinTarget | undefined): number;
}

/**
 * A cloth, a sheet or matter of a `Simulation`. Arrays are those of the present moment; the next read may reuse them.
 *
 * @example
 * const cloth = sim.addCloth({ size: [1, 1], fabric: 'silk' });
 * cloth.pin('top-left');
 * sim.advance(1 / 60);
 * geometry.attributes.position.array.set(cloth.positions);
 */
export class SimulatedBody {
  readonly name: string;
  readonly #host: BodyHost;
  readonly #reader = new BodyReader();
  #normals = new Float32Array(0);

  /** Bodies are made by the methods of `Simulation`. */
  constructor(host: BodyHost, name: string) {
    this.#host = host;
    this.name = name;
  }

  /** Name of the model, such as `adaptive-cloth`. */
  get model(): string {
    return this.#found.body.model;
  }

  /** Whether nothing moves it, so that steps leave it out until something does. Bodies that explicit engines advance always move. */
  get isAtRest(): boolean {
    return isAtRest(this.#found.body);
  }

  /** Number of particles. */
  get count(): number {
    return this.#found.body.count;
  }

  /** Position x, y, z of each particle, m. */
  get positions(): Float32Array {
    return this.read().positions;
  }

  /** Three particles of the body a triangle, anticlockwise from the front. Matter has none: `pliant/three` draws it. */
  get triangles(): Uint32Array {
    return this.read().triangles;
  }

  /** Unit normal x, y, z at each particle. */
  get normals(): Float32Array {
    const { positions, triangles } = this.read();
    if (this.#normals.length !== positions.length) this.#normals = new Float32Array(positions.length);
    cornerNormals(positions, triangles, this.#normals);
    return this.#normals;
  }

  /** Views that the body has, such as strain or temperature. */
  get views(): ViewKind[] {
    const { world, index } = this.#found;
    return worldViews(world).filter(({ bodies }) => bodies.includes(index));
  }

  /** Returns one number per particle of the named view, or undefined if the body has no such view. */
  values(view: string): Float32Array | undefined {
    const { world, index } = this.#found;
    return readView(world, view, index);
  }

  /** The world that the body is in at present, for `pliant/engine`; an edit of the simulation replaces it. */
  get world(): World {
    return this.#found.world;
  }

  /** Returns positions, triangles and places in the flat sheet in one call. */
  read(): BodyShape {
    const { world, body } = this.#found;
    return this.#reader.read(world, body);
  }

  /**
   * Pins particles where they are and returns how many. Before the first step a place of the grid becomes a pin of the
   * scene; later pins are part of the state, which snapshots contain and `toScene` does not.
   */
  pin(at: PinTarget): number {
    return this.#host.pin(this, at);
  }

  /** Frees pinned particles and returns how many; default: all of the body. */
  unpin(at?: PinTarget): number {
    return this.#host.unpin(this, at);
  }

  get #found() {
    return this.#host.find(this);
  }
}
