/** The surface of a layered sheet for drawing, with its holes and wall thickness, kept out of the solids around it. */
import { type Collider, contactOf, Outside } from '../../contact/index.ts';
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import type { Springs } from '../../forces/springs.ts';
import { within } from '../../math/check.ts';
import {
  LayeredSurface,
  type SurfaceOptions as LayerOptions,
} from '../../surfaces/layers/layered-surface.ts';
import type { Lattice } from './structures.ts';
import { ThicknessGauge } from './thickness.ts';

export interface SurfaceOptions extends LayerOptions {
  /** Colliders that a smooth surface must not sink into; default: those of the world's contact. */
  colliders?: readonly Collider[];
  /** Distance to keep from them, m; default: half the thickness, as for particles. */
  clearance?: number;
}

/** The part of a layered sheet that its drawing needs. */
export interface DrawnSheet {
  readonly first: number;
  readonly lattice: Lattice;
  /** Triangles of the lowest layer that are not torn, three particles each. */
  readonly triangles: Block<'i32'>;
  /** Thickness of the flat sheet, m. */
  readonly thickness: number;
  /** Springs that may break. */
  readonly springs?: Springs;
}

/** Returns a surface to draw a sheet; call its `update` after steps. */
export function smoothSurface(world: World, sheet: DrawnSheet, options: SurfaceOptions = {}): LayeredSurface {
  const { colliders = contactOf(world).colliders, on = true } = options;
  const outside = on && colliders.length > 0 ? new Outside(colliders) : undefined;
  const gauge = new ThicknessGauge(sheet);
  const source = {
    grid: sheet.lattice,
    particles: world.particles,
    first: sheet.first,
    triangles: sheet.triangles,
    solids: outside,
    clearance: within('clearance', options.clearance ?? sheet.thickness / 2, 0),
    measure() {
      outside?.begin(world.time);
      gauge.update(world);
      return gauge.thickness;
    },
  };
  return new LayeredSurface(source, options);
}
