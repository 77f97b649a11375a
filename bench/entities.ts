/** `genlock init` with 20 and with 200 entities: the cost must grow no faster than their number. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, report, type Candidate } from './measure.ts';
import { configurationOf } from './things.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 5);
const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));

function candidate(count: number): Candidate {
  const folder = join(work, `app${count}`);
  const config = join(work, `config-${count}`, 'genlock.json');
  mkdirSync(join(config, '..'), { recursive: true });
  writeFileSync(config, configurationOf(count));
  return {
    name: `${count} entities`,
    command: process.execPath,
    args: [join(root, 'bin/run.js'), 'init', folder, '--config', config, '--yes'],
    cwd: work,
    env: { HOME: work, CI: '1' },
    reset: () => rmSync(folder, { recursive: true, force: true }),
  };
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}, medians of ${rounds} interleaved rounds\n`);
console.log(report(await interleave([candidate(20), candidate(200)], rounds), '20 entities'));
rmSync(work, { recursive: true, force: true });
