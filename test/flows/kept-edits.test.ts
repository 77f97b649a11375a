import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeEntity, type EntityAction } from '../../src/flows/project/entity.ts';
import { resolveConflicts } from '../../src/flows/project/resolve.ts';
import { examplePlugin, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

const page = 'client/pages/guestbook/index.tsx';
const read = ({ root }: Life, path = page): string => readFileSync(join(root, path), 'utf8');
const resolve = ({ root }: Life, how: 'continue' | 'abort') => resolveConflicts({ cwd: root, how, dryRun: false });
const entity = ({ root }: Life, action: EntityAction) =>
  changeEntity(action, { cwd: root, yes: true, dryRun: false, install: false }, quietPorts);
/** Number of lines between the markers of both sides. */
const markedLines = (text: string): number =>
  [...text.matchAll(/^<{7}.*\n([^]*?)^>{7}/gmu)].reduce((sum, [, part = '']) => sum + part.split('\n').length - 1, 0);

function edit({ root }: Life, [from, to]: readonly [RegExp, string], path = page): void {
  const text = readFileSync(join(root, path), 'utf8');
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(join(root, path), edited);
}

/** A project with a separate copy of a plugin and an edited line in its page. */
async function withEditedPage(): Promise<{ readonly life: Life; readonly folder: string }> {
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  const life = await newLife();
  await life.add([folder]);
  edit(life, [/^(export default function.*)$/mu, '$1 // mine']);
  return { life, folder };
}

type Way = (life: Life) => Promise<unknown>;
const ways: readonly (readonly [string, Way])[] = [
  ['resolve --continue', (life) => resolve(life, 'continue')],
  ['resolve --abort', (life) => resolve(life, 'abort')],
  ['nothing', () => Promise.resolve()],
];

test.each(ways)('after remove and %s, add keeps the edit without a conflict', async (_, way) => {
  const { life, folder } = await withEditedPage();
  const mine = read(life);
  expect((await life.remove(['guestbook'])).plan.conflicts.map(({ reason }) => reason)).toEqual(['deleted']);
  await way(life);
  edit(life, [/$/u, '// later\n']);
  expect((await life.add([folder])).plan.conflicts).toEqual([]);
  expect(read(life)).toBe(`${mine}// later\n`);
  expect((await life.sync()).status).toBe('unchanged');
});

test.each(ways)('after remove and %s, only the edited line is a conflict with a new version', async (_, way) => {
  const { life, folder } = await withEditedPage();
  await life.remove(['guestbook']);
  await way(life);
  const template = join(folder, 'templates/express', page);
  const text = readFileSync(template, 'utf8');
  writeFileSync(template, text.replace(/^(export default function.*)$/mu, '$1 // theirs').replace(/$/u, '// new\n'));
  const { plan } = await life.add([folder]);
  expect(plan.conflicts).toMatchObject([{ path: page, reason: 'edited' }]);
  expect(markedLines(read(life))).toBeLessThan(9);
  expect(read(life)).toMatch(/\/\/ mine[^]*\/\/ theirs[^]*>{7}[^]*\n\/\/ new\n$/u);
});

test.each(ways)('an entity that is removed and added with another field (%s)', async (_, way) => {
  const life = await newLife();
  const path = 'shared/ticket.ts';
  await entity(life, { kind: 'add', name: 'Ticket', fields: ['title:String!'] });
  edit(life, [/^(export const ticketInput.*)$/mu, '// mine\n$1'], path);
  const { plan } = await entity(life, { kind: 'remove', name: 'Ticket' });
  expect(plan.conflicts).toMatchObject([{ path, reason: 'deleted' }]);
  await way(life);
  // The complete line can be one argument.
  const again = await entity(life, { kind: 'add', name: 'Ticket title:String! note:String', fields: [] });
  expect(again.plan.conflicts).toEqual([]);
  expect(read(life, path)).toContain('// mine\nexport const ticketInput');
  expect(read(life, path)).toContain('note');
});
