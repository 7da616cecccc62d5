/** Lengths of the records of layouts/surface.ts in elements of typed arrays, and indices of their fields. */
import * as Contact from '../../layouts/generated/contact.ts';
import * as ContactMemory from '../../layouts/generated/contact-memory.ts';
import * as FeaturePair from '../../layouts/generated/feature-pair.ts';
import * as RigidSide from '../../layouts/generated/rigid-side.ts';
import * as SurfaceProperties from '../../layouts/generated/surface-properties.ts';

/** f64 and i32 of a contact. */
export const CONTACT_NUMBERS = Contact.BYTES / 8;
export const CONTACT_WORDS = Contact.BYTES / 4;

/** f64 of a contact in the memory. */
export const MEMORY_NUMBERS = ContactMemory.BYTES / 8;

/** f64 of the properties of a surface. */
export const SURFACE_NUMBERS = SurfaceProperties.BYTES / 8;
/** In place of the number of its rigid body: a collider that deforms. */
export const MOVES_IN_ITSELF = -2;

/** i32 of a pair. */
export const PAIR_WORDS = FeaturePair.BYTES / 4;

/** f64 of a rigid body in a sub-step. */
export const SIDE_NUMBERS = RigidSide.BYTES / 8;
export const SIDE_TURN = RigidSide.TURN / 8;
export const SIDE_INVERSE_MASS = RigidSide.INVERSE_MASS / 8;
export const SIDE_INVERSE_INERTIA = RigidSide.INVERSE_INERTIA / 8;
export const SIDE_CENTRE = RigidSide.CENTRE / 8;
export const SIDE_OWED = RigidSide.OWED_IMPULSE / 8;
