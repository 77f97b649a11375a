import { expect, test } from 'vitest';
import { Project } from './project.ts';

const note = 'model Note {\n  id String @id\n}\n';

test('an absent database has everything pending and is not made', async () => {
  const project = new Project(note);
  await project.dev();
  project.remove('dev.db');
  expect(await project.status()).toMatchObject({ state: 'absent', upToDate: false, pending: project.migrations });
  expect(project.has('dev.db')).toBe(false);
});

test('an empty database has everything pending, and stays empty', async () => {
  const project = new Project(note);
  await project.dev();
  project.remove('dev.db');
  project.write('dev.db', '');
  expect(await project.status()).toMatchObject({ state: 'empty', upToDate: false, pending: project.migrations });
  expect(project.read('dev.db')).toBe('');
});

test('what was edited and what is unknown is named', async () => {
  const project = new Project(note);
  await project.dev();
  project.models(`${note}model Other {\n  id String @id\n}\n`);
  await project.dev();
  const [first = '', second = ''] = project.migrations;
  project.write(`prisma/migrations/${first}/migration.sql`, '-- other\n');
  project.remove(`prisma/migrations/${second}`);
  expect(await project.status()).toMatchObject({ upToDate: false, edited: [first], unknown: [second] });
});
