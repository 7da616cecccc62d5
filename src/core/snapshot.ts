/**
 * A snapshot is the bytes of all state and model blocks behind a small header. Restoring it is exact: the run
 * continues with the same bytes as one that was not interrupted.
 *
 * Layout, little-endian: "PLIANTSN", u32 version, u32 checksum of all that follows, u32 length of the JSON
 * table, the table ({engine, blocks: [{name, kind, length}]}) as ASCII, then the blocks' bytes in order.
 */
import type { Block } from './arena.ts';
import { hashBytes } from './hash.ts';
import type { World } from './world.ts';

export const SNAPSHOT_MAGIC = 'PLIANTSN';
const VERSION = 1;
const HEADER = 20;
/** Bytes of one element of a block. */
export const BYTES = { f64: 8, f32: 4, i32: 4 } as const;

interface Table {
  /** Name of the integrator. */
  engine: string;
  substeps: number;
  blocks: { name: string; kind: keyof typeof BYTES; length: number }[];
}

/** Damaged, truncated or foreign bytes; the world is left unchanged. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
}

/** Returns the state of a world as bytes. */
export function snapshot(world: World): Uint8Array<ArrayBuffer> {
  const blocks = world.arena.blocks.filter((b) => b.role !== 'scratch');
  const table: Table = {
    engine: world.integrator.name,
    substeps: world.substeps,
    blocks: blocks.map(({ name, kind, length }) => ({ name, kind, length })),
  };
  const json = ascii(JSON.stringify(table));
  const bytes = new Uint8Array(HEADER + json.length + blocks.reduce((sum, b) => sum + b.view.byteLength, 0));
  bytes.set(ascii(SNAPSHOT_MAGIC));
  bytes.set(json, HEADER);
  let at = HEADER + json.length;
  for (const b of blocks) {
    bytes.set(bytesOf(b), at);
    at += b.view.byteLength;
  }
  const header = new DataView(bytes.buffer);
  header.setUint32(8, VERSION, true);
  header.setUint32(16, json.length, true);
  header.setUint32(12, hashBytes(bytes.subarray(16)), true);
  return bytes;
}

/** Replaces the state of a world that was built from the same scene. All or nothing. */
export function restore(world: World, bytes: Uint8Array): void {
  const { table, data } = readSnapshot(bytes);
  const blocks = world.arena.blocks.filter((b) => b.role !== 'scratch');
  refuseOthers(world, blocks, table, data);
  world.arena.setLengths(new Map(table.blocks.map((b) => [b.name, b.length])));
  let at = 0;
  for (const b of blocks) {
    bytesOf(b).set(data.subarray(at, at + b.view.byteLength));
    at += b.view.byteLength;
  }
  world.substeps = table.substeps;
  world.fault = undefined;
  world.particles.restored();
  world.dependents.restored(world);
}

/**
 * Refuses the snapshot of another scene: model blocks that nothing may change must be those of the world, or the run would
 * continue one scene with the state of another.
 */
function refuseOthers(world: World, blocks: readonly Block[], table: Table, data: Uint8Array): void {
  if (table.engine !== world.integrator.name) {
    throw new SnapshotError(
      `snapshot: it was taken under engine "${table.engine}", this world has "${world.integrator.name}"`,
    );
  }
  const other = (name: string) =>
    new SnapshotError(`snapshot: it is of another scene, or of other parameters: "${name}" differs`);
  if (table.blocks.length !== blocks.length) throw other('number of blocks');
  let at = 0;
  table.blocks.forEach(({ name, kind, length }, i) => {
    const block = blocks[i];
    const size = length * BYTES[kind];
    if (block.name !== name || block.kind !== kind) throw other(name);
    if (!world.adapts(block)) {
      if (block.length !== length) throw other(name);
      const kept = data.subarray(at, at + size);
      if (block.role === 'model' && bytesOf(block).some((byte, k) => byte !== kept[k])) throw other(name);
    }
    at += size;
  });
}

export function bytesOf(block: Block): Uint8Array {
  return new Uint8Array(block.view.buffer, block.offset, block.view.byteLength);
}

/** Checks a snapshot's bytes without a world. */
export function readSnapshot(bytes: Uint8Array): { table: Table; data: Uint8Array } {
  if (!(bytes instanceof Uint8Array)) throw new SnapshotError('snapshot: must be bytes (a Uint8Array)');
  if (bytes.length < HEADER)
    throw new SnapshotError(`snapshot: ends at byte ${bytes.length}, within its header`);
  const magic = String.fromCharCode(...bytes.subarray(0, 8));
  if (magic !== SNAPSHOT_MAGIC) throw new SnapshotError('snapshot: byte 0: not a Pliant snapshot');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = header.getUint32(8, true);
  if (version !== VERSION)
    throw new SnapshotError(`snapshot: version ${version}; this program reads version ${VERSION}`);
  const tableEnd = HEADER + header.getUint32(16, true);
  if (tableEnd > bytes.length)
    throw new SnapshotError(`snapshot: ends at byte ${bytes.length}, within its table`);
  if (header.getUint32(12, true) !== hashBytes(bytes.subarray(16))) {
    throw new SnapshotError(
      `snapshot: checksum differs over bytes 16 to ${bytes.length}: damaged or cut short`,
    );
  }
  let json = '';
  for (let i = HEADER; i < tableEnd; i++) json += String.fromCharCode(bytes[i]);
  const table = parseTable(json);
  const size = table.blocks.reduce((sum, b) => sum + b.length * BYTES[b.kind], 0);
  if (tableEnd + size !== bytes.length) {
    throw new SnapshotError(
      `snapshot: ${bytes.length - tableEnd} bytes of blocks where its table says ${size}`,
    );
  }
  return { table, data: bytes.subarray(tableEnd) };
}

function parseTable(json: string): Table {
  try {
    const table = JSON.parse(json) as Table;
    const known = table.blocks.every(
      (b) => typeof b.name === 'string' && b.kind in BYTES && Number.isInteger(b.length) && b.length >= 0,
    );
    if (known && typeof table.engine === 'string' && Number.isInteger(table.substeps) && table.substeps > 0)
      return table;
  } catch {
    // Reported below, like a table of the wrong form.
  }
  throw new SnapshotError(`snapshot: byte ${HEADER}: its table of blocks is not one`);
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}
