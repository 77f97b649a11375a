import { expect, test } from 'vitest';
import { Project } from './project.ts';

const note = 'model Note {\n  id String @id\n}\n';

test('reports all migrations as pending for an absent database, without creating it', async () => {
  const project = new Project(note);
  await project.dev();
  project.remove('dev.db');
  expect(await project.status()).toMatchObject({ state: 'absent', upToDate: false, pending: project.migrations });
  expect(project.has('dev.db')).toBe(false);
});

test('reports all migrations as pending for an empty database, without changing it', async () => {
  const project = new Project(note);
  await project.dev();
  project.remove('dev.db');
  project.write('dev.db', '');
  expect(await project.status()).toMatchObject({ state: 'empty', upToDate: false, pending: project.migrations });
  expect(project.read('dev.db')).toBe('');
});

test('names edited and unknown migrations', async () => {
  const project = new Project(note);
  await project.dev();
  project.models(`${note}model Other {\n  id String @id\n}\n`);
  await project.dev();
  const [first = '', second = ''] = project.migrations;
  project.write(`prisma/migrations/${first}/migration.sql`, '-- other\n');
  project.remove(`prisma/migrations/${second}`);
  expect(await project.status()).toMatchObject({ upToDate: false, edited: [first], unknown: [second] });
});
