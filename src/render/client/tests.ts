import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import {
  assign,
  braces,
  type Code,
  code,
  define,
  imports,
  lines,
  list,
  paragraphs,
  print,
  property,
  quote,
  rows,
  typeImports,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { offers, writtenPart } from '../offered.ts';
import { pathOf, resourceImports, type Target, targetsOf } from './names.ts';
import { isBeyondSamples } from '../server/sample-values.ts';
import { canChange, sampleOf } from './samples.ts';

type TargetOf = (name: string) => Target | undefined;

/** `test/client/entities/<entity>.test.tsx`: the list and the form of an entity, with a mock server. */
export const clientTests: Emitter = function* ({ model }) {
  const targetOf = targetsOf(model);
  for (const entity of model.entities) {
    yield {
      path: `test/client/entities/${entity.names.kebab}.test.tsx`,
      content: print(entityTests(entity, targetOf)),
    };
  }
};

function entityTests(entity: EntityModel, targetOf: TargetOf): Code {
  const shown = writtenPart(entity).fields.filter(isShown);
  const isCreated = offers(entity, 'create');
  const first = isCreated ? shown[0] : undefined;
  const changed = offers(entity, 'update') ? shown.find(canChange) : undefined;
  const helpers = [
    ...(first === undefined ? [] : ['fieldRefusal']),
    ...(isCreated || changed !== undefined ? ['fillIn'] : []),
    ...(first === undefined ? [] : ['isInvalid']),
    'openPage',
    ...(isCreated || changed !== undefined ? ['save', 'sent'] : []),
    'serve',
  ];
  return paragraphs([
    header(entity, { helpers, resources: resourcesFor(entity, targetOf) }),
    samples(entity, targetOf),
    listTests(entity),
    ...(entity.hasPages ? [siteTests(entity)] : []),
    view(entity),
    ...(isCreated ? [creation(entity)] : []),
    ...(changed === undefined ? [] : [change(entity, changed)]),
    ...(first === undefined ? [] : [refusal(entity, first)]),
  ]);
}

/** Returns the resource of an entity if only the resource can name its records, because they have no display field. */
function resourcesFor({ fields, displayField, names }: EntityModel, targetOf: TargetOf): readonly Target[] {
  if (fields.some(({ name }) => name === displayField)) return [];
  const self = targetOf(names.pascal);
  return self === undefined ? [] : [self];
}

interface HeaderSources {
  readonly helpers: readonly string[];
  readonly resources: readonly Target[];
}

function header({ names, fields, hasPages }: EntityModel, { helpers, resources }: HeaderSources): Code {
  const { kebab, pascal } = names;
  const faker = fields.some(isBeyondSamples) ? ["import { faker } from '@faker-js/faker';"] : [];
  return code`
    ${lines([...faker, typeImports([pascal, `${pascal}Input`], `@shared/${kebab}`)])}
    ${imports(hasPages ? ['fireEvent', 'screen'] : ['screen'], '@testing-library/react')}
    import { expect, test } from 'vitest';
    ${lines([...resourceImports(resources), imports(helpers, '../support')])}
  `;
}

/** Returns whether forms contain the field. */
function isShown({ hidden }: ScalarField): boolean {
  return hidden !== true;
}

const instant = '2026-01-31T12:00:00.000Z';

/** Returns the sample data of a test: the input, the record and the server's responses. */
function samples(entity: EntityModel, targetOf: TargetOf): Code {
  const { names, displayField } = entity;
  const { fields, references } = writtenPart(entity);
  const fixed = entity.fields.filter((field) => !fields.includes(field));
  const { pascal } = names;
  const display = entity.fields.find(({ name }) => name === displayField);
  const required = references.filter((reference) => reference.required);
  const optional = entity.references.filter((reference) => !reference.required);
  const input = [
    ...fields.filter(isShown).map((field) => property(field.name, field === display ? 'label' : sampleOf(field, 1))),
    ...required.map(({ idField, target }) => {
      const found = targetOf(target);
      return property(idField, quote(found === undefined ? `${target.toLowerCase()}-1` : idOf(found.entity)));
    }),
  ];
  const record = [
    property('id', quote(idOf(entity))),
    '...input',
    ...fixed.map((field) => property(field.name, field === display ? 'label' : sampleOf(field, 1))),
    ...fields
      .filter((field) => !isShown(field))
      .map((field) => property(field.name, field.required ? sampleOf(field, 1) : 'null')),
    ...optional.map(({ idField }) => `${idField}: null`),
    `createdAt: '${instant}'`,
    `updatedAt: '${instant}'`,
  ];
  return paragraphs([
    ...(display === undefined ? [] : [assign('const label', [sampleOf(display, 1), ';'])]),
    [rows('const input = {', input, '}'), ` satisfies ${pascal}Input;`],
    rows(`const record: ${pascal} = {`, record, '};'),
    ...resourcesFor(entity, targetOf).map(({ resource }) => `const label = ${resource}.label(record);`),
    rows('const answers = {', answers(entity, targetOf), '};'),
  ]);
}

function answers(entity: EntityModel, targetOf: TargetOf): Code[] {
  const path = `/api${pathOf(entity)}`;
  const choices = entity.references.flatMap(({ required, target }): [string, Code][] => {
    const found = targetOf(target)?.entity;
    if (!required || found === undefined || found === entity) return [];
    return [[`/api${pathOf(found)}`, list('[', [`{ id: ${quote(idOf(found))} }`], ']')]];
  });
  return [
    ...[...new Map(choices)].map(([target, records]): Code => define(`${quote(`GET ${target}`)}:`, records)),
    define(`${quote(`GET ${path}`)}:`, list('[', ['record'], ']')),
    property(quote(`GET ${path}/${idOf(entity)}`), 'record'),
    property(quote(`POST ${path}`), 'record'),
    property(quote(`PATCH ${path}/${idOf(entity)}`), 'record'),
  ];
}

function idOf({ names }: EntityModel): string {
  return `${names.kebab}-1`;
}

function call(name: string, argument: string): Code {
  return [list(`${name}(`, [quote(argument)], ')')];
}

function listTests(entity: EntityModel): Code {
  const path = pathOf(entity);
  const isCreated = offers(entity, 'create');
  const title = isCreated ? 'offers to create the first record' : 'offers no new record';
  const link = list('screen.queryByRole(', [quote('link'), braces([['name: ', quote(`New ${entity.label}`)]])], ')');
  return code`
    test('lists the records', async () => {
      serve(answers);
      ${call('openPage', `/admin${pathOf(entity)}`)};
      expect(await screen.findByRole('link', { name: label })).toBeDefined();
    });

    test(${quote(title)}, async () => {
      serve(${braces([define(`${quote(`GET /api${path}`)}:`, '[]')])});
      ${call('openPage', `/admin${pathOf(entity)}`)};
      ${lines([
        'expect(await screen.findByText(/^No .+ yet\\.$/)).toBeDefined();',
        ...(isCreated ? [] : [list('expect(', [link], ').toBeNull();')]),
      ])}
    });
  `;
}

function siteTests(entity: EntityModel): Code {
  const path = pathOf(entity);
  return code`
    test('has pages on the site', async () => {
      serve(answers);
      ${call('openPage', path)};
      fireEvent.click(await screen.findByRole('link', { name: label }));
      expect(await screen.findByRole('heading', { level: 1, name: label })).toBeDefined();
      ${[list('expect(window.location.pathname).toBe(', [quote(`${path}/${idOf(entity)}`)], ')'), ';']}
    });
  `;
}

function view(entity: EntityModel): Code {
  return code`
    test('shows a record', async () => {
      serve(answers);
      ${call('openPage', `/admin${pathOf(entity)}/${idOf(entity)}`)};
      expect(await screen.findByRole('heading', { level: 1, name: label })).toBeDefined();
    });
  `;
}

function creation(entity: EntityModel): Code {
  const path = pathOf(entity);
  return code`
    test('creates a record and shows it', async () => {
      serve(answers);
      ${call('openPage', `/admin${pathOf(entity)}/new`)};
      await fillIn(input);
      save();
      const body = await ${call('sent', `POST /api${path}`)};
      expect(body).toEqual(input);
      expect(await screen.findByRole('heading', { level: 1, name: label })).toBeDefined();
    });
  `;
}

function change(entity: EntityModel, field: ScalarField): Code {
  const path = pathOf(entity);
  const id = idOf(entity);
  return code`
    test('sends only what was changed', async () => {
      const changes = ${braces([property(field.name, sampleOf(field, 2))])};
      serve(answers);
      ${call('openPage', `/admin${pathOf(entity)}/${id}/edit`)};
      await fillIn(changes);
      save();
      const body = await ${call('sent', `PATCH /api${path}/${id}`)};
      expect(body).toEqual(changes);
    });
  `;
}

function refusal(entity: EntityModel, field: ScalarField): Code {
  const path = pathOf(entity);
  const refused = list('fieldRefusal(', ['409', quote(field.name), `'Already taken'`], ')');
  return code`
    test('shows what the server refuses at its field', async () => {
      serve(${rows('{', ['...answers', define(`${quote(`POST /api${path}`)}:`, refused)], '}')});
      ${call('openPage', `/admin${pathOf(entity)}/new`)};
      await fillIn(input);
      save();
      expect(await screen.findByText('Already taken')).toBeDefined();
      expect(isInvalid(${quote(field.name)})).toBe(true);
    });
  `;
}
