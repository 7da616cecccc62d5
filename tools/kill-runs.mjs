/**
 * Kills a run at random moments and resumes it until it has ended, then compares its result with that of an uninterrupted
 * run. `node tools/kill-runs.mjs [kills] [seed]`; the default is 100 kills. It needs a build.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const SAME = ['trajectory.pltr', 'checkpoint.plsn', 'scene.json', 'quantities.csv'];
const kills = Number(process.argv[2] ?? 100);
let seed = Number(process.argv[3] ?? 1);

const folder = mkdtempSync(join(tmpdir(), 'pliant-kill-'));
const at = (name) => join(folder, name);
const sheet = { name: 'sheet', model: 'provot-sheet', points: [9, 9], pins: [{ at: 'top' }] };
const scene = { format: 1, id: 'small', seconds: 20, bodies: [sheet] };
writeFileSync(at('scene.json'), JSON.stringify(scene));

try {
  await ended(start(['run', at('scene.json'), '-o', at('unbroken')]));
  let done = 0;
  let runs = 0;
  while (done < kills) {
    runs++;
    rmSync(at('out'), { recursive: true, force: true });
    let run = start(['run', at('scene.json'), '-o', at('out'), '--checkpoint', '0.02']);
    for (;;) {
      // A process takes most of a second to come up: three of four kills are to hit the run itself.
      const before = checkpointTime();
      if (random() < 0.75) await until(() => checkpointTime() !== before || run.exitCode !== null);
      await until(() => existsSync(at('out/unfinished.json')) || run.exitCode !== null);
      await wait(100 * random());
      run.kill('SIGKILL');
      const { code, signal, stderr } = await ended(run);
      if (signal === 'SIGKILL') done++;
      else if (code !== 0) throw new Error(`the run failed: ${stderr}`);
      if (!existsSync(at('out/unfinished.json'))) break;
      const goOn = ['run', '--resume', at('out'), '--checkpoint', '0.02'];
      run = start(goOn);
      if (done >= kills) {
        const last = await ended(run);
        if (last.code !== 0) throw new Error(`it did not go on: ${last.stderr}`);
        break;
      }
    }
    for (const name of SAME)
      if (!readFileSync(at(`out/${name}`)).equals(readFileSync(at(`unbroken/${name}`))))
        throw new Error(`${name} of run ${runs} is not that of an unbroken run (kept in ${folder})`);
  }
  console.log(`killed ${done} times in ${runs} runs; every one went on to the bytes of an unbroken run`);
  rmSync(folder, { recursive: true });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function start(args) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.text = '';
  child.stderr.on('data', (data) => {
    child.text += data;
  });
  child.closed = new Promise((close) => {
    child.on('close', (code, signal) => close({ code, signal, stderr: child.text }));
  });
  return child;
}

function checkpointTime() {
  const path = at('out/unfinished.plsn');
  return existsSync(path) ? statSync(path).mtimeMs : undefined;
}

function ended(child) {
  return child.closed;
}

function wait(ms) {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

async function until(test) {
  while (!test()) await wait(5);
}

/** 0 to 1, the same from the same seed (Park & Miller 1988). */
function random() {
  seed = (16807 * seed) % 2147483647;
  return seed / 2147483647;
}
