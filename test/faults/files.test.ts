/**
 * Files at the edge of the command line: what is refused when reading, and that writing is all or nothing whichever
 * file operation fails.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { disk, type FileSystem } from '../../cli/disk.ts';
import { Refusal, RunFailure } from '../../cli/failure.ts';
import { publish, readBytes, readText, StagedFile, writeTogether, writeWhole } from '../../cli/files.ts';
import { LOCK_NAME, takeLock } from '../../cli/lock.ts';
import { openResultFolder } from '../../cli/result-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const contents = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')]));

/** A disk whose operation number `n` fails, counting those of `FALLIBLE`; `forEver` fails all later ones too. */
const FALLIBLE = ['open', 'write', 'sync', 'close', 'link', 'rename'] as const;
function failing(n: number, code: string, forEver = false): FileSystem & { count: number } {
  const fs = { ...disk, count: 0 };
  for (const name of FALLIBLE) {
    const work = disk[name] as (...args: unknown[]) => unknown;
    (fs as Record<string, unknown>)[name] = (...args: unknown[]) => {
      const k = fs.count++;
      if (k === n || (forEver && k > n)) {
        if (name === 'close') disk.close(args[0] as number);
        throw Object.assign(new Error(`${code}: injected`), { code });
      }
      return work(...args);
    };
  }
  return fs;
}

describe('reading', () => {
  it('gives the bytes of a file, also of one that is longer than it says', () => {
    writeFileSync(at('a'), 'some text');
    const shy: FileSystem = { ...disk, stat: (file) => ({ ...disk.stat(file), size: 2 }) };
    expect(new TextDecoder().decode(readBytes(at('a'), 100, shy))).toBe('some text');
    expect(() => readBytes(at('a'), 8, shy)).toThrow(/too large.*the limit is 8/);
  });

  it('refuses what is not there, is a directory, a pipe or a device, naming the path and the reason', () => {
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('dir'));
    symlinkSync(at('loop'), at('loop'));
    expect(() => readBytes(at('none'))).toThrow(`${at('none')}: no such file or directory`);
    expect(() => readBytes(at('dir'))).toThrow(`${at('dir')}: is a directory, not a file`);
    expect(() => readBytes(at('pipe'))).toThrow(`${at('pipe')}: is a pipe, not a file`);
    expect(() => readBytes('/dev/zero')).toThrow('/dev/zero: is a device, not a file');
    expect(() => readBytes(at('loop'))).toThrow(`${at('loop')}: too many symbolic links`);
    expect(() => readBytes(join(at('pipe'), 'x'))).toThrow('a part of the path is not a directory');
  });

  it('refuses a file it may not read', () => {
    const guarded = {
      ...disk,
      open: () => {
        throw Object.assign(new Error(), { code: 'EACCES' });
      },
    };
    expect(() => readBytes(at('a'), 100, guarded)).toThrow(Refusal);
    expect(() => readBytes(at('a'), 100, guarded)).toThrow(`${at('a')}: no permission`);
  });

  it('refuses a file over the limit without reading it', () => {
    writeFileSync(at('huge'), '');
    truncateSync(at('huge'), 2 ** 40);
    const unread = {
      ...disk,
      read: () => {
        throw new Error('was read');
      },
    };
    expect(() => readBytes(at('huge'), 1000, unread)).toThrow(
      /is too large, 1099511627776 bytes; the limit is 1000/,
    );
  });

  it('takes UTF-8 with or without a byte-order mark, and refuses other encodings', () => {
    writeFileSync(at('bom'), '\uFEFF{"a": 1}\r\n');
    writeFileSync(at('utf16'), Buffer.from('\uFEFF{}', 'utf16le'));
    writeFileSync(at('latin'), Buffer.from([0x7b, 0xe9, 0x7d]));
    expect(readText(at('bom'))).toBe('{"a": 1}\r\n');
    expect(() => readText(at('utf16'))).toThrow(/is UTF-16; save it as UTF-8/);
    expect(() => readText(at('latin'))).toThrow(/is not UTF-8 text/);
  });
});

describe('writing', () => {
  const old = { 'a.json': 'old a', 'b.bin': 'old b' };
  const fresh = [
    { name: 'a.json', content: 'new a, longer' },
    { name: 'b.bin', content: new TextEncoder().encode('new b') },
    { name: 'c.html', content: 'new c' },
  ];
  const freshContents = { 'a.json': 'new a, longer', 'b.bin': 'new b', 'c.html': 'new c' };
  const putOld = () => {
    for (const [name, text] of Object.entries(old)) writeFileSync(at(name), text);
  };

  it('replaces files and leaves nothing else behind', () => {
    putOld();
    writeTogether(folder, fresh);
    expect(contents()).toEqual(freshContents);
    writeWhole(at('a.json'), 'newer');
    expect(contents()).toEqual({ ...freshContents, 'a.json': 'newer' });
  });

  it.each(['ENOSPC', 'EIO'])('is all or nothing when any one operation fails with %s', (code) => {
    let failures = 0;
    for (let n = 0; ; n++) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      putOld();
      const fs = failing(n, code);
      let error: unknown;
      try {
        writeTogether(folder, fresh, fs);
      } catch (e) {
        error = e;
      }
      if (error) {
        failures++;
        expect(error, `operation ${n}`).toBeInstanceOf(RunFailure);
        expect(contents(), `operation ${n}`).toEqual(old);
      } else {
        expect(contents(), `operation ${n}`).toEqual(freshContents);
      }
      if (fs.count <= n) break;
    }
    // 3 files of open, write, sync, close, link and rename; flushing the directory may fail without harm.
    expect(failures).toBe(18);
  });

  it('leaves every file whole, old or new, when the disk dies for good', () => {
    for (let n = 0; n < 25; n++) {
      putOld();
      rmSync(at('c.html'), { force: true });
      const fs = failing(n, 'EIO', true);
      try {
        writeTogether(folder, fresh, fs);
      } catch {}
      for (const [name, text] of Object.entries(contents())) {
        if (name.endsWith('.tmp')) continue;
        expect([old[name as keyof typeof old], freshContents[name as keyof typeof freshContents]]).toContain(
          text,
        );
      }
    }
  });

  it('goes on when the system takes only part of a write', () => {
    const slow: FileSystem = {
      ...disk,
      write: (file, bytes, offset) => disk.write(file, bytes.subarray(0, offset + 1), offset),
    };
    writeWhole(at('a'), 'byte by byte', slow);
    expect(contents()).toEqual({ a: 'byte by byte' });
  });

  it('works without hard links, then keeping each file whole', () => {
    putOld();
    const noLinks: FileSystem = {
      ...disk,
      link: () => {
        throw Object.assign(new Error(), { code: 'EPERM' });
      },
    };
    writeTogether(folder, fresh, noLinks);
    expect(contents()).toEqual(freshContents);
  });

  it('appends under a temporary name and shows the file only when published', () => {
    const file = new StagedFile(folder, 'long.bin');
    file.append(new TextEncoder().encode('one '));
    expect(readdirSync(folder).filter((name) => name === 'long.bin')).toEqual([]);
    file.append(new TextEncoder().encode('two'));
    publish(folder, [file]);
    file.discard();
    expect(contents()).toEqual({ 'long.bin': 'one two' });
  });

  it('says what failed and why', () => {
    expect(() => writeTogether(folder, fresh, failing(1, 'ENOSPC'))).toThrow(
      `${at('a.json')}: not written: no space left on the device`,
    );
  });
});

describe('an output directory', () => {
  const options = { names: ['run.json', 'scene.json'], force: false, inputs: [] as string[] };

  it('is made, locked, and removed again with those above it if nothing was written', () => {
    mkdirSync(at('mine'));
    const result = openResultFolder(at('mine/out/deep'), options);
    expect(readdirSync(at('mine/out/deep'))).toEqual([LOCK_NAME]);
    result.close();
    expect(readdirSync(folder)).toEqual(['mine']);
    expect(readdirSync(at('mine'))).toEqual([]);
  });

  it('may be named by a detour', () => {
    const result = openResultFolder(`${at('out')}/deep/..`, options);
    expect(readdirSync(at('out')).sort()).toEqual([LOCK_NAME, 'deep']);
    result.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps what was put into a directory that it made', () => {
    const result = openResultFolder(at('out/deep'), options);
    writeFileSync(at('out/notes.txt'), 'mine');
    result.close();
    expect(readdirSync(at('out'))).toEqual(['notes.txt']);
  });

  it('that cannot be locked, or made to its end, leaves nothing behind', () => {
    expect(() => openResultFolder(at('out/deep'), options, failing(0, 'EACCES'))).toThrow(/no permission/);
    expect(() => openResultFolder(at(`out/${'x'.repeat(300)}`), options)).toThrow(/the name is too long/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('with an earlier result is refused, unless forced; other files do not matter', () => {
    writeFileSync(at('notes.txt'), 'mine');
    openResultFolder(folder, options).close();
    writeFileSync(at('run.json'), 'earlier');
    expect(() => openResultFolder(folder, options)).toThrow(/holds an earlier result \(run.json\); --force/);
    openResultFolder(folder, { ...options, force: true }).close();
    expect(contents()).toEqual({ 'notes.txt': 'mine', 'run.json': 'earlier' });
  });

  it('that holds the input is refused even when forced, by whatever name', () => {
    writeFileSync(at('scene.json'), '{}');
    symlinkSync(at('scene.json'), at('alias.json'));
    for (const input of [at('scene.json'), at('alias.json')]) {
      const forced = { ...options, force: true, inputs: [input] };
      expect(() => openResultFolder(folder, forced)).toThrow(`${at('scene.json')}: is an input file`);
    }
    expect(readdirSync(folder)).toEqual(['alias.json', 'scene.json']);
  });

  it('that is a file is refused', () => {
    writeFileSync(at('out'), '');
    expect(() => openResultFolder(at('out'), options)).toThrow(/is a file; give a directory/);
    expect(() => openResultFolder(at('out/in'), options)).toThrow(/a part of the path is not a directory/);
  });

  it('that cannot be made is refused, and not tried for ever', () => {
    expect(() => openResultFolder('/proc/none', options)).toThrow('/proc/none: cannot be created');
    expect(() => openResultFolder('', options)).toThrow('the output directory has no name');
  });

  it('loses the temporaries of killed runs, and nothing else', () => {
    writeFileSync(at('.run.json.4242-0123456789ab.tmp'), 'half');
    writeFileSync(at('.mine.tmp'), 'whole');
    openResultFolder(folder, options).close();
    expect(contents()).toEqual({ '.mine.tmp': 'whole' });
  });
});

describe('the lock', () => {
  /** The number of a process that has ended. */
  const deadProcess = () =>
    Number(execFileSync(process.execPath, ['-e', 'console.log(process.pid)'], { encoding: 'utf8' }));
  const host = () => {
    const giveBack = takeLock(folder);
    const [, name] = readFileSync(at(LOCK_NAME), 'utf8').trim().split(' ');
    giveBack();
    return name;
  };

  it('keeps a second run out until it is given back', () => {
    const giveBack = takeLock(folder);
    expect(() => takeLock(folder)).toThrow(new RegExp(`is being written by process ${process.pid} on`));
    giveBack();
    takeLock(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a living process is respected', () => {
    const name = host();
    writeFileSync(at(LOCK_NAME), `${process.ppid} ${name}\n`);
    expect(() => takeLock(folder)).toThrow(Refusal);
    expect(readFileSync(at(LOCK_NAME), 'utf8')).toBe(`${process.ppid} ${name}\n`);
  });

  it('of a dead process is taken over', () => {
    writeFileSync(at(LOCK_NAME), `${deadProcess()} ${host()}\n`);
    const giveBack = takeLock(folder);
    expect(readFileSync(at(LOCK_NAME), 'utf8')).toMatch(`${process.pid} `);
    giveBack();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of another machine, or that cannot be read as one, is respected', () => {
    for (const text of [`${deadProcess()} another-machine\n`, '', 'nonsense']) {
      writeFileSync(at(LOCK_NAME), text);
      expect(() => takeLock(folder)).toThrow(Refusal);
    }
  });

  it('that another process took over in the meantime is put back', () => {
    const dead = `${deadProcess()} ${host()}\n`;
    writeFileSync(at(LOCK_NAME), dead);
    const racing: FileSystem = {
      ...disk,
      rename: (from, to) => {
        writeFileSync(from, '1 winner\n');
        disk.rename(from, to);
      },
    };
    expect(() => takeLock(folder, racing)).toThrow(/process 1 on winner/);
    expect(contents()).toEqual({ [LOCK_NAME]: '1 winner\n' });
  });

  it('that cannot be created is a refusal with the reason, and leaves nothing', () => {
    for (let n = 0; n < 2; n++) {
      expect(() => takeLock(folder, failing(n, 'ENOSPC'))).toThrow(/no space left on the device/);
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
