/** Defaults that depend on the rest of a scene: the engine that its bodies need, and self-contact where the engine solves for it. */
import { DEFAULT_ENGINES, isImplicit } from '../integrators/index.ts';
import { findModel } from '../models/index.ts';
import type { Scene } from './parameters.ts';

export { DEFAULT_ENGINES };

/**
 * Returns a scene, as it was written, with the engine and `contact.self` that it leaves out. Cloth gets an implicit engine, unless the
 * scene has bodies that need an explicit one. What is wrong stays as it is.
 */
export function withDefaults(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const { engine = {}, contact = {}, bodies = [] } = data;
  if (!isRecord(engine) || !isRecord(contact) || !Array.isArray(bodies)) return data;
  const needs = new Set(bodies.map((body) => enginesNeeded(body)));
  const suits = needs.has('implicit') && !needs.has('explicit');
  const usual = suits ? DEFAULT_ENGINES.implicit : DEFAULT_ENGINES.explicit;
  const named = engine.name === undefined ? { ...engine, name: usual } : engine;
  const self = contact.self === undefined ? isImplicit(String(named.name)) : contact.self;
  return { ...data, engine: named, contact: { ...contact, self } };
}

/** Returns a scene without the engine and the self-contact that are its defaults: they follow when it is changed and parsed again. */
export function withoutDefaults(scene: Scene): Scene {
  const { name, ...engine } = scene.engine;
  const { self, ...contact } = scene.contact;
  const usual = withDefaults({ ...scene, engine, contact }) as Scene;
  return {
    ...scene,
    engine: name === usual.engine.name ? (engine as Scene['engine']) : scene.engine,
    contact: self === isImplicit(name) ? contact : scene.contact,
  };
}

function enginesNeeded(body: unknown): string | undefined {
  const model = isRecord(body) && typeof body.model === 'string' ? findModel(body.model) : undefined;
  return model && (model.engines ?? 'explicit');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
