/** What colours tell in a picture: a number of each vertex. */
import type { QuantityKind } from 'pliant/engine';
import { type MeshSequence, meshSequences, type TrajectoryReader } from 'pliant/formats';
import type { Wanted } from '../look/look.ts';
import type { Looked } from '../look/looked.ts';
import { kindOf, recordedNumbers } from '../view/recorded-quantities.ts';
import type { ShownFrame } from '../view/run-view.ts';

export class Colouring {
  readonly kind: QuantityKind;
  readonly #reader: TrajectoryReader;
  readonly #wanted: Wanted;
  /** By number of the body. */
  readonly #sheets = new Map<number, MeshSequence>();

  constructor(reader: TrajectoryReader, wanted: Wanted) {
    const { colour: name } = wanted;
    const { bodies, values = [] } = reader.info;
    const unit = values.find((value) => value.name === name)?.unit ?? '';
    this.#reader = reader;
    this.#wanted = wanted;
    this.kind = kindOf(name) ?? { ...UNKNOWN, name, title: name, unit };
    for (const sequence of meshSequences(reader)) {
      const body = bodies.findIndex((one) => one.name === sequence.name);
      if (!bodies[body].matter) this.#sheets.set(body, sequence);
    }
  }

  /** A recorded frame with the numbers of its vertices. */
  frame(index: number): ShownFrame {
    const frame = this.#reader.frame(index);
    const { name } = this.kind;
    const values = frame.meshes.map((_, body) => {
      const sequence = this.#sheets.get(body);
      return sequence
        ? sequence.frame(index).values.get(name)
        : recordedNumbers(this.#reader.info, frame, name, body);
    });
    const looked: Looked = { wanted: this.#wanted, values, sheets: [], lines: [], drawn: [] };
    return { ...frame, looked };
  }
}

/** Of values that only whoever recorded them knows. */
const UNKNOWN = {
  scale: 'sequential',
  range: { ends: 'seen', least: 1e-12 },
  about: '',
} as const;
