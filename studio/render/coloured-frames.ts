/** Frames of a recorded run with the values of a view at each vertex. */
import type { ViewKind } from 'pliant/engine';
import { type MeshSequence, meshSequences, type TrajectoryReader } from 'pliant/formats';
import { type DrawRequest, kindOf, type RunFrame, recordedNumbers } from 'pliant/three';

export class ColouredFrames {
  readonly kind: ViewKind;
  readonly #reader: TrajectoryReader;
  readonly #request: DrawRequest;
  /** By number of the body. */
  readonly #sheets = new Map<number, MeshSequence>();

  constructor(reader: TrajectoryReader, request: DrawRequest) {
    const { colour: name } = request;
    const { bodies, values = [] } = reader.info;
    const unit = values.find((value) => value.name === name)?.unit ?? '';
    this.#reader = reader;
    this.#request = request;
    this.kind = kindOf(name) ?? { ...UNKNOWN, name, title: name, unit };
    for (const sequence of meshSequences(reader)) {
      const body = bodies.findIndex((one) => one.name === sequence.name);
      if (!bodies[body].matter) this.#sheets.set(body, sequence);
    }
  }

  /** Returns a recorded frame with the values of its vertices. */
  frame(index: number): RunFrame {
    const frame = this.#reader.frame(index);
    const { name } = this.kind;
    const values = frame.meshes.map((_, body) => {
      const sequence = this.#sheets.get(body);
      return sequence
        ? sequence.frame(index).values.get(name)
        : recordedNumbers(this.#reader.info, frame, name, body);
    });
    const request = this.#request;
    return { ...frame, drawn: { request, values, sheets: [], lines: [], surfaces: [] } };
  }
}

/** Kind of recorded values that the engine does not know. */
const UNKNOWN = {
  scale: 'sequential',
  range: { ends: 'seen', least: 1e-12 },
  about: '',
} as const;
