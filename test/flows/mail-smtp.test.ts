import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Life) => [...treeHash(root, ['.env'])];
const read = ({ root }: Life, path: string): string => readFileSync(join(root, path), 'utf8');

async function lifeOn(database: string): Promise<Life> {
  const file = join(temporaryFolder(), 'genlock.json');
  writeFileSync(file, JSON.stringify({ database, entities: [] }));
  return newLife(file);
}

test.each(['file', 'relational', 'document'])('is added to a project and removed again, on %s', async (database) => {
  const life = await lifeOn(database);
  const before = bytes(life);
  const { plugins } = await life.add(['mail-smtp']);
  expect(plugins).toMatchObject([{ name: 'mail-smtp', change: 'added' }]);
  expect(read(life, 'server/generated/mail.ts')).toContain("from '../lib/mail/port'");
  expect(read(life, '.env.example')).toMatch(/^SMTP_URL=$/mu);
  expect(JSON.parse(read(life, 'package.json'))).toMatchObject({
    dependencies: { nodemailer: '^10.6.0' },
    devDependencies: { '@types/nodemailer': '^8.0.2' },
  });
  const { left } = await life.remove(['mail-smtp']);
  expect(left.variables).toEqual(['SMTP_URL']);
  expect(bytes(life)).toEqual(before);
});

test('is refused next to another plugin that provides mail', async () => {
  const folder = join(temporaryFolder(), 'mail-log');
  const port = 'templates/server/lib/mail/port.ts';
  mkdirSync(join(folder, port, '..'), { recursive: true });
  writeFileSync(join(folder, port), 'export const transport = undefined;\n');
  const manifest = { name: 'mail-log', version: '1.0.0', provides: 'mail' };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const generator = `import { copyTemplates } from 'genlock/sdk';
export default async () => copyTemplates({ source: '.', destination: '.' });
`;
  writeFileSync(join(folder, 'generator.js'), generator);
  const life = await lifeOn('file');
  await life.add([folder]);
  const before = bytes(life);
  expect(await codesOf(life.add(['mail-smtp']))).toEqual(['RENDER_PORT_CLASH']);
  expect(bytes(life)).toEqual(before);
});
