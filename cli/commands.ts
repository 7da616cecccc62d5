/** The commands of `pliant`. The module of a command is loaded when the command is used. */
import type { Command } from 'commander';
import { refusalFromInstall } from './laboratory.ts';
import type { Session } from './session.ts';

/** Adds description, options and action to a command. */
export type Definition = (command: Command, session: Session) => void;

export interface CommandEntry {
  readonly name: string;
  /** Arguments as the list of commands shows them. */
  readonly usage: string;
  readonly summary: string;
  load(): Promise<Definition>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'scenes',
    usage: '[options]',
    summary: 'list the scenes',
    load: async () => (await import('./scenes.ts')).defineScenes,
  },
  {
    name: 'run',
    usage: '[options] [scene]',
    summary: 'run a scene',
    load: async () => (await import('./run.ts')).defineRun,
  },
  {
    name: 'validate',
    usage: '[options] [case]',
    summary: 'check the engine against theory',
    load: () => fromClone('validate', async () => (await import('./validate.ts')).defineValidate),
  },
  {
    name: 'reproduce',
    usage: '[options] [name]',
    summary: 'repeat an experiment of a paper',
    load: () => fromClone('reproduce', async () => (await import('./reproduce.ts')).defineReproduce),
  },
  {
    name: 'export',
    usage: '[options] <result>',
    summary: 'write a result for other programs',
    load: async () => (await import('./export.ts')).defineExport,
  },
  {
    name: 'render',
    usage: '[options] <result>',
    summary: 'make a picture or a film of a run',
    load: async () => (await import('./render.ts')).defineRender,
  },
  {
    name: 'sheet',
    usage: '[options]',
    summary: 'make a layered sheet',
    load: async () => (await import('./sheet.ts')).defineSheet,
  },
  {
    name: 'fill',
    usage: '[options] <mesh>',
    summary: 'fill a closed mesh with particles',
    load: async () => (await import('./fill.ts')).defineFill,
  },
  {
    name: 'check',
    usage: '[options] <file...>',
    summary: 'check input files',
    load: async () => (await import('./check.ts')).defineCheck,
  },
  {
    name: 'bench',
    usage: '[options] [name]',
    summary: 'measure the speed',
    load: async () => (await import('./bench.ts')).defineBench,
  },
  {
    name: 'studio',
    usage: '[options]',
    summary: 'serve the studio to a browser',
    load: async () => (await import('./studio.ts')).defineStudio,
  },
];

/** Loads a command that needs the laboratory. Without it the command is refused, whatever its arguments. */
async function fromClone(name: string, load: () => Promise<Definition>): Promise<Definition> {
  try {
    return await load();
  } catch (error) {
    const refusal = refusalFromInstall(name, error);
    if (!refusal) throw error;
    const refuse = () => {
      throw refusal;
    };
    return (command) =>
      command.argument('[arguments...]').allowUnknownOption().helpOption(false).action(refuse);
  }
}
