/** `pliant scenes`: lists the scenes that come with Pliant. */
import type { Command } from 'commander';
import { modelNamed } from 'pliant/engine';
import { scenes } from 'pliant/scenes';
import { table } from './output.ts';
import type { Session } from './session.ts';

export function defineScenes(command: Command, session: Session): void {
  command
    .description('Lists the scenes that come with Pliant: id, title, model, source.')
    .option('--json', 'print the list as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant scenes
  $ pliant scenes --json`,
    )
    .action((options: { json?: boolean }) => list(options.json ?? false, session));
}

function list(json: boolean, { output }: Session): void {
  const entries = scenes.map(({ id, title, group, paper, bodies }) => ({
    id,
    title,
    model: [...new Set(bodies.map((body) => body.model))].join(', '),
    paper,
    group,
    particles: bodies.reduce((sum, body) => sum + modelNamed(body.model).startParticles(body), 0),
  }));
  if (json) {
    output.json(entries);
    return;
  }
  const rows = entries.map((e) => [e.id, e.title, e.model, e.paper, e.particles]);
  const [head, ...lines] = table(['id', 'title', 'model', 'paper', 'particles'], rows);
  output.line(output.paint('bold', head));
  for (const line of lines) output.line(line);
}
