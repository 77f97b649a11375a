import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { applyPlan, type Receipt } from '../../../src/apply/apply.ts';
import type { Planned } from '../../../src/plan/changes.ts';
import { prepareChanges, type DesiredProject } from '../../../src/project/prepare.ts';
import type { Tree } from '../../../src/core/tree.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Files = Readonly<Record<string, string>>;

export const tree = (files: Files, owner: string): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, { content, mode: 0o644, owner }]));

/** A project on disk that tests change to one tree after another. */
export class Project {
  readonly root = join(temporaryFolder(), 'app');

  prepare(files: Files, options: Partial<DesiredProject> = {}): Planned {
    const records = new Map([['genlock.lock.json', '{}\n']]);
    return prepareChanges({ root: this.root, desired: tree(files, 'notes'), records, objects: new Map(), ...options });
  }

  async sync(files: Files, options: Partial<DesiredProject> = {}): Promise<Planned> {
    const planned = this.prepare(files, options);
    await this.apply(planned);
    const again = this.prepare(files, options).plan.changes.map(({ path }) => path);
    if (again.length > 0) throw new Error(`a second run changes ${again.join(', ')}`);
    return planned;
  }

  apply(planned: Planned): Promise<Receipt> {
    return applyPlan({ root: this.root, command: 'genlock test', ...planned });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  objects(): number {
    return readdirSync(join(this.root, '.genlock/objects')).length;
  }
}

export const base = 'one\ntwo\nthree\nfour\nfive\n';
export const yours = base.replace('one', 'mine');
export const theirs = base.replace('five', 'theirs');
export const rival = base.replace('one', 'rival');
export const throwsCode = (code: string): unknown => expect.objectContaining({ code });
