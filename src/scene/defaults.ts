/** Defaults that depend on the rest of a scene: the engine that its bodies need, and self-contact where the engine solves for it. */
import { isImplicit } from '../integrators/index.ts';
import { findModel } from '../models/index.ts';

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
  const named = engine.name === undefined && suits ? { ...engine, name: 'implicit-euler' } : engine;
  const self = contact.self === undefined ? isImplicit(String(named.name)) : contact.self;
  return { ...data, engine: named, contact: { ...contact, self } };
}

function enginesNeeded(body: unknown): string | undefined {
  const model = isRecord(body) && typeof body.model === 'string' ? findModel(body.model) : undefined;
  return model && (model.engines ?? 'explicit');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
