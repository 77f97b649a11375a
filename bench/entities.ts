/** `genlock init` with 20 and with 200 entities: the cost must grow no faster than their number. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave, report, type Candidate } from './measure.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 5);
const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));

/** Every entity has eight fields, and from the second on a reference and a list. */
function configuration(count: number): string {
  const entities = Array.from({ length: count }, (_, index) => ({
    name: `Thing${index}`,
    fields: [
      { name: 'name', type: 'String', required: true, unique: true },
      { name: 'notes', type: 'Text' },
      { name: 'amount', type: 'Int', required: true, default: 0 },
      { name: 'price', type: 'Decimal', required: true },
      { name: 'weight', type: 'Float' },
      { name: 'active', type: 'Boolean', default: true },
      { name: 'startsAt', type: 'DateTime' },
      { name: 'code', type: 'String' },
    ],
    relations:
      index === 0
        ? []
        : [
            { name: 'parent', type: 'many-to-one', target: `Thing${index - 1}` },
            { name: 'friends', type: 'many-to-many', target: `Thing${Math.floor(index / 2)}` },
          ],
  }));
  return JSON.stringify({ database: 'file', entities });
}

function candidate(count: number): Candidate {
  const folder = join(work, `app${count}`);
  const config = join(work, `config-${count}`, 'genlock.json');
  mkdirSync(join(config, '..'), { recursive: true });
  writeFileSync(config, configuration(count));
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
