import { expect, test } from 'vitest';
import { Project } from './project.ts';

const before = 'model Note {\n  id String @id\n}\n';

test.each([
  ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000+00:00'],
  ['2024-02-29T23:59:59.987Z', '2024-02-29T23:59:59.987+00:00'],
  ['1969-12-31T00:00:00.5Z', '1969-12-31T00:00:00.500+00:00'],
  ['2024-02-29T10:00:00+05:30', '2024-02-29T04:30:00.000+00:00'],
])('existing rows get a date that the client can read for the new default %s', async (value, stored) => {
  const project = new Project(before);
  await project.dev();
  await project.sql("INSERT INTO Note VALUES ('1')");
  project.models(
    `model Note {\n  id String @id\n  due DateTime @default("${value}")\n  may DateTime? @default("${value}")\n}\n`,
  );
  await project.dev();
  await project.sql("INSERT INTO Note (id) VALUES ('2')");
  expect(await project.sql('SELECT due, may FROM Note WHERE id = 2')).toEqual([{ due: stored, may: stored }]);
  expect(await project.sql('SELECT due FROM Note WHERE id = 1')).toEqual([{ due: stored }]);
  expect(new Date(stored).getTime()).toBe(new Date(value).getTime());
  expect((await project.dev()).created).toBeUndefined();
});

test('does not change a string that looks like a date or a date column definition', async () => {
  const texts = ['2024-02-29 10:00:00 +00:00', "x DATETIME DEFAULT '2024-02-29 10:00:00 +00:00'"];
  const project = new Project(
    `model Note {\n  id String @id\n${texts.map((text, at) => `  t${at} String @default(${JSON.stringify(text)})`).join('\n')}\n}\n`,
  );
  await project.dev();
  await project.sql("INSERT INTO Note (id) VALUES ('1')");
  expect(await project.sql('SELECT t0, t1 FROM Note')).toEqual([{ t0: texts[0], t1: texts[1] }]);
});
