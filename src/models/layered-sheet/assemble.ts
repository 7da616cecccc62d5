/** Adds a lattice with its masses and springs to a world as a body. */
import type { Body } from '../../core/body.ts';
import { EXPLICIT } from '../../core/dynamics.ts';
import { type ParticleView, VIEW_KINDS } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { elongationLimit } from '../../forces/elongation-limit.ts';
import { springLines, springViews } from '../../forces/spring-views.ts';
import { type Spring, Springs } from '../../forces/springs.ts';
import { springCutting } from '../../forces/tearing.ts';
import type { SheetModuli } from './calibrate.ts';
import type { LayeredMaterial, LayeredSheet } from './index.ts';
import type { Lattice } from './structures.ts';
import { sheetThickness } from './thickness.ts';

export interface SheetParts {
  name: string;
  /** Default: layered-sheet. */
  model?: LayeredSheet['model'];
  lattice: Lattice;
  /** Mass of each particle of the lattice, kg. */
  masses: ArrayLike<number>;
  /** Springs, with ends by number in the lattice. */
  springs: readonly Spring[];
  moduli: SheetModuli;
  material: LayeredMaterial;
  /** Whether heat, flow or rupture may change the springs. */
  changes?: boolean;
  /** Largest elongation of a spring; 0, as without it, is no limit. */
  elongationLimit?: number;
  /** Returns the position of a particle at the start, m. */
  place: (particle: number) => readonly [number, number, number];
}

const assembled = new WeakSet<Body>();

/** Returns whether a body is a layered sheet: of its own model, a Provot sheet or a sheet file. */
export function isLayeredSheet(body: Body): body is LayeredSheet {
  return assembled.has(body);
}

export function assembleSheet(world: World, parts: SheetParts): LayeredSheet {
  const { name, model = 'layered-sheet', lattice, masses, moduli, material, place } = parts;
  const label = `body${world.bodies.length}`;
  const particles = world.particles;
  const first = particles.add(lattice.masses.length);
  const { x, y, z } = particles;
  for (let i = 0; i < lattice.masses.length; i++) {
    [x[first + i], y[first + i], z[first + i]] = place(i);
    particles.setMass(first + i, masses[i]);
  }
  const joined = parts.springs.map((spring) => ({ ...spring, a: first + spring.a, b: first + spring.b }));
  const springs = new Springs(world, `${label}.springs`, joined, { changes: parts.changes });
  const surface = lattice.triangles(0);
  const triangles = world.arena.allocate(`${label}.triangles`, 'i32', surface.length, 'model');
  triangles.view.set(surface.map((corner) => first + corner));
  const sheet: LayeredSheet = {
    name,
    model,
    first,
    count: lattice.masses.length,
    triangles,
    elements: springs.count,
    dynamics: EXPLICIT,
    lattice,
    springs,
    moduli,
    material,
    thickness: material.thickness,
    index: (column, row, layer = 0) =>
      first + lattice.first[layer] + row * (lattice.columns - layer) + column,
    addStrain: (w, sum) => springs.addStrain(w, sum),
    cutting: (w) => springCutting(w, sheet, springs),
    views: sheetViews(first, lattice, springs, material.thickness),
    drawing: {
      lines: (w) => springLines(w, springs),
      // Only sheets that flow or tear stay thinner.
      ...(parts.changes && { wall: (w: World) => sheetThickness(w, sheet) }),
    },
  };
  assembled.add(sheet);
  world.bodies.push(sheet);
  world.addForce(springs);
  if (parts.elongationLimit) world.add(elongationLimit(springs, parts.elongationLimit));
  return sheet;
}

function sheetViews(
  first: number,
  { masses, layers }: Lattice,
  springs: Springs,
  thickness: number,
): ParticleView[] {
  const volumes = masses.map(({ area }) => (area * thickness) / layers);
  const own = springViews({ first, springs, volumes });
  if (layers === 1) return own;
  const read = (_world: World, into: Float32Array) => into.set(masses.map(({ layer }) => layer));
  return [...own, { kind: VIEW_KINDS.layer, read }];
}
