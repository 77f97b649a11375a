import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeEntity } from '../../src/flows/project/entity.ts';
import { newBranches } from '../support/branches.ts';
import { type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';

const read = ({ root }: Pick<Life, 'root'>, path = 'README.md') => readFileSync(join(root, path), 'utf8');
const edit = (life: Pick<Life, 'root'>, change: (text: string) => string): void =>
  writeFileSync(join(life.root, 'README.md'), change(read(life)));
const addEntity = ({ root }: Life, name: string) =>
  changeEntity(
    { kind: 'add', name, fields: ['title:String!'] },
    { cwd: root, yes: true, dryRun: false, install: false },
    quietPorts,
  );

const title = (text: string): string => text.replace(/^# .*$/mu, '# Our shop');
const notes = (text: string): string => `${text}\n## Notes\n\nOurs.\n`;
const shorter = (text: string): string => text.replace(/^## Deployment[^]*?(?=^## |$(?![^]))/mu, '');
const beforeList = (text: string): string => text.replace(/^\| `\/api\/customers`/mu, '| `/api/ours` | Ours |\n$&');

const rows = (value: string): string =>
  value
    .split('\n')
    .filter((line) => !line.startsWith('| `/api/'))
    .join('\n');

type Edit = (text: string) => string;
const none: Edit = (text) => text;
const cases: readonly (readonly [name: string, edits: { main?: Edit; one?: Edit; two?: Edit }])[] = [
  ['before the branches', { main: (text) => notes(title(text)) }],
  ['before the branches, above the list', { main: beforeList }],
  ['on one branch', { one: (text) => notes(title(text)) }],
  ['on both branches', { one: title, two: notes }],
  ['before and on both branches', { main: notes, one: title, two: shorter }],
];

test.each(cases)(
  'branches that each add an entity merge without a question if the README was edited %s',
  async (_, edits) => {
    const { main = none, one = none, two = none } = edits;
    const project = await newBranches((life) => Promise.resolve(edit(life, main)));
    const original = read(project);
    await project.on('one', async () => {
      await addEntity(project, 'Ticket');
      edit(project, one);
    });
    await project.on('two', async () => {
      await addEntity(project, 'Visit');
      edit(project, two);
    });
    project.merge('one');
    const { plan } = await project.sync();
    expect(plan.conflicts).toEqual([]);
    const text = read(project);
    expect(text).not.toMatch(/^[<=>]{7}/mu);
    for (const line of ['| `/api/tickets`', '| `/api/visits`']) expect(text.split(line)).toHaveLength(2);
    expect(rows(text)).toBe(rows(two(one(original))));
    expect((await project.sync()).status).toBe('unchanged');
  },
);
