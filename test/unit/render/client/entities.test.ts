import { accessFor } from '../../../../src/config/access.ts';
import { describe, expect, test } from 'vitest';
import { renderSample } from '../../../support/materialize.ts';
import { entity, field, relation, rendered } from './sample.ts';

test.for([
  [[field('body', 'Text')], true],
  [[field('name', 'String'), field('body', 'Text')], true],
  [[field('name', 'String', { required: true }), field('body', 'Text')], false],
  [[field('count', 'Int'), field('body', 'Text', { hidden: true })], false],
] as const)('a record that can lack a title is named by its text: %j', ([fields, expected]) => {
  const resource = rendered([entity('Note', { fields })], 'client/resources/note.ts');
  expect(resource.includes("excerpt: 'body'")).toBe(expected);
});

test('lists and forms with enums import no schema before it is used', () => {
  const entities = [entity('Thing', { fields: [field('state', 'Enum', { values: ['new', 'old'] })] })];
  for (const path of ['client/forms/ThingForm.tsx', 'client/columns/thing.ts', 'client/resources/thing.ts']) {
    expect(rendered(entities, path)).not.toMatch(/^import (?!type)[^;]*'@shared\/thing'/mu);
  }
  expect(rendered(entities, 'shared/enums/thing.ts')).not.toContain('import');
  expect(rendered(entities, 'shared/thing.ts')).toContain("export * from './enums/thing';");
});

test('a list shows the record name first and hides long text by default', () => {
  const fields = [field('notes', 'Text'), field('size', 'Int'), field('title', 'String'), field('data', 'Json')];
  const module = rendered([entity('Thing', { fields })], 'client/columns/thing.ts');
  const columns = [...module.matchAll(/field: '(\w+)'[^}]*?(hidden: true)? \}/g)].map(([, name, hidden]) => [
    name,
    hidden === undefined,
  ]);
  expect(columns).toEqual([
    ['title', true],
    ['size', true],
    ['notes', false],
    ['data', false],
  ]);
  expect(module).toContain('...timestamps');
});

test('a column states how lists can be filtered by it', () => {
  const relations = [
    { ...relation('shop', 'many-to-one', 'Shop'), required: true },
    relation('tags', 'many-to-many', 'Tag'),
  ];
  const fields = [field('price', 'Decimal', { required: true }), field('notes', 'Text')];
  const entities = [entity('Sale', { fields, relations }), entity('Shop'), entity('Tag')];
  const columnsOf = (database: 'document' | 'file') =>
    String(renderSample({ entities, database }, 'sample').get('client/columns/sale.ts')?.content);
  expect(columnsOf('file')).toMatch(/'price', label: 'Price', type: 'number' \}/);
  expect(columnsOf('file')).toContain("type: 'text', optional: true");
  expect(columnsOf('file')).toContain("relation: shops, key: 'shopId' }");
  expect(columnsOf('file')).toMatch(/relation: tags, key: 'tagIds', many: true/);
  expect(columnsOf('document')).toContain("type: 'number', unordered: true }");
});

test('a resource loads the schema of a new record', () => {
  const resource = rendered([entity('OrderLine')], 'client/resources/order-line.ts');
  expect(resource).toContain("input: async () => (await import('@shared/order-line')).orderLineInput,");
});

test('a resource knows the lists that a deletion changes, and no others', () => {
  const required = { ...relation('shop', 'many-to-one', 'Shop'), required: true };
  const relations = [required, relation('gift', 'many-to-one', 'Shop'), relation('tags', 'many-to-many', 'Tag')];
  const entities = [entity('Sale', { relations }), entity('Shop'), entity('Tag')];
  const dependentsOf = (name: string) =>
    /dependents: (.*),/.exec(rendered(entities, `client/resources/${name}.ts`))?.[1];
  expect(dependentsOf('sale')).toBe('[]');
  expect(dependentsOf('shop')).toBe("[{ path: '/sales', filter: 'giftId' }]");
  expect(dependentsOf('tag')).toBe("[{ path: '/sales', filter: 'tags[some]' }]");
});

test('the page of a record lists the records that refer to it, and names the relation if there are several', () => {
  const relations = [
    relation('billing', 'many-to-one', 'Person'),
    relation('home', 'many-to-one', 'Person'),
    relation('card', 'one-to-one', 'Person'),
  ];
  const entities = [entity('Person', { relations: [relation('parent', 'many-to-one', 'Person')] })];
  const page = rendered([...entities, entity('Place', { relations })], 'client/pages/admin/people/[id].tsx');
  const lists = [...page.matchAll(/reference="(\w+)"(?:\s+title="([^"]+)")?/g)].map(([, ...list]) => list);
  expect(lists).toEqual([
    ['parentId', undefined],
    ['billingId', 'Places (Billing)'],
    ['homeId', 'Places (Home)'],
  ]);
  expect(page.match(/import \{ personColumns \}/g)).toHaveLength(1);
});

test('only lists of entities with strings can be searched', () => {
  const text = rendered([entity('Thing', { fields: [field('size', 'Int')] })], 'client/resources/thing.ts');
  expect(text).toContain('canSearch: false');
  const named = rendered([entity('Thing', { fields: [field('name', 'String')] })], 'client/resources/thing.ts');
  expect(named).not.toContain('canSearch');
});

test('the dashboard counts by each visible date of an entity', () => {
  const fields = [
    field('name', 'String'),
    field('dueOn', 'Date'),
    field('readAt', 'DateTime', { hidden: true }),
    field('placedAt', 'DateTime'),
    field('sentAt', 'DateTime'),
  ];
  const text = rendered([entity('Thing', { fields })], 'client/resources/thing.ts');
  expect(
    [...text.matchAll(/\{ field: '(\w+)', label: '([\w ]+)'(?:, isDay: (true))? \}/g)].map(([, ...found]) => found),
  ).toEqual([
    ['dueOn', 'Due on', 'true'],
    ['placedAt', 'Placed at', undefined],
    ['sentAt', 'Sent at', undefined],
  ]);
});

test('an entity list cannot replace the plugin settings page', () => {
  expect(() => renderSample({ entities: [entity('Setting')] }, 'sample')).toThrow(
    expect.objectContaining({ code: 'RENDER_PATH_CLASH' }),
  );
});

describe('the pages of an entity on the site', () => {
  const access = { ...accessFor('owner'), read: 'authenticated' } as const;
  const owner = relation('author', 'many-to-one', 'User');
  const pages = ['index.tsx', 'new.tsx', '[id].tsx', '[id]/edit.tsx'];

  test('exist only if the entity asks for them', () => {
    const paths = [...renderSample({ entities: [entity('Post', { pages: true }), entity('Tag')] }, 'sample').keys()];
    const onSite = paths.filter((path) => /^client\/pages\/(posts|tags)\//u.test(path));
    expect(onSite.toSorted()).toEqual(pages.map((page) => `client/pages/posts/${page}`).toSorted());
  });

  test('check the access rules of their operations', () => {
    const entities = [entity('Post', { pages: true, access, relations: [owner] })];
    const operations = pages.map(
      (page) => / operation="(\w+)"/u.exec(rendered(entities, `client/pages/posts/${page}`))?.[1],
    );
    expect(operations).toEqual(['read', 'create', 'read', 'update']);
    expect(rendered(entities, 'client/pages/admin/posts/index.tsx')).not.toContain('RecordGuard');
    const resource = rendered(entities, 'client/resources/post.ts');
    expect(resource).toContain("access: { read: 'authenticated', create: 'owner', update: 'owner', delete: 'owner' },");
    expect(resource).toContain("owner: 'authorId',");
  });

  test('offer the owner only to users who may set one', () => {
    const entities = [
      entity('Post', {
        pages: true,
        access,
        relations: [owner, relation('editor', 'many-to-one', 'User')],
        owner: 'author',
      }),
    ];
    const form = rendered(entities, 'client/forms/PostForm.tsx');
    expect(form).toMatch(/form\.maySetOwner && \(\s*<TextField\s+control=\{form\.control\}\s+name="authorId"/);
    expect(form.match(/maySetOwner/g)).toHaveLength(1);
  });

  test('have no check if everyone may do the operation', () => {
    const entities = [entity('Post', { pages: true, access: { ...accessFor('admin'), read: 'public' } })];
    const isGuarded = pages.map((page) => rendered(entities, `client/pages/posts/${page}`).includes('RecordGuard'));
    expect(isGuarded).toEqual([false, true, false, true]);
  });

  test('list related records only if these have pages too', () => {
    const post = relation('post', 'many-to-one', 'Post');
    const [comment, vote] = ['Comment', 'Vote'].map((name) => entity(name, { relations: [post] }));
    const entities = [entity('Post', { pages: true }), { ...comment!, pages: true }, vote!];
    const page = rendered(entities, 'client/pages/posts/[id].tsx');
    expect(page).toContain('resource={comments}');
    expect(page).not.toContain('votes');
    expect(rendered(entities, 'client/pages/admin/posts/[id].tsx')).toContain('resource={votes}');
  });

  test('are shown on the home page with the values that say most about a record', () => {
    const fields = [
      field('name', 'String', { required: true }),
      field('slug', 'String'),
      field('body', 'Text'),
      field('stock', 'Int'),
      field('soldAt', 'DateTime'),
      field('price', 'Decimal', { currency: 'EUR' }),
      field('cost', 'Decimal', { currency: 'EUR', hidden: true }),
      field('state', 'Enum', { values: ['a', 'b'] }),
    ];
    const entities = [entity('Post', { pages: true, fields }), entity('Tag')];
    const home = rendered(entities, 'client/generated/latest.tsx');
    expect(home).toContain('text="body"');
    expect(home).toContain("facts={['price', 'state', 'soldAt']}");
    expect(home).not.toContain('tag');
    expect(rendered([entity('Tag')], 'client/generated/latest.tsx')).toContain('return null;');
  });

  test('cannot replace the home page', () => {
    expect(() => renderSample({ entities: [entity('Post', { pages: true, route: 'index' })] }, 'sample')).toThrow(
      expect.objectContaining({ code: 'RENDER_PATH_CLASH' }),
    );
  });
});

test('the variable of a resource is unique and not a reserved word', () => {
  const names = ['Argument', 'Extend', 'Implement', 'Resource', 'Axis', 'Axe'];
  const entities = names.map((name) => entity(name, { route: `r-${name.toLowerCase()}` }));
  const text = rendered(entities, 'client/generated/resources.ts');
  const variables = [...text.matchAll(/^import \{ (\w+) \} from '@\/resources/gm)].map(([, name]) => name);
  expect(new Set(variables).size).toBe(names.length);
  expect(variables).not.toContain('arguments');
  expect(variables).not.toContain('resources');
});

test('without entities, only the pages of the shell are generated', () => {
  const paths = [...renderSample({}, 'sample').keys()].filter((path) => path.startsWith('client/pages/'));
  expect(paths).toEqual([
    'client/pages/404.tsx',
    'client/pages/admin/index.tsx',
    'client/pages/admin/settings.tsx',
    'client/pages/error.tsx',
    'client/pages/index.tsx',
  ]);
});
