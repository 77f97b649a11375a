import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseKinds, type Entity } from '../../../src/config/config.ts';
import { fieldSchema } from '../../../src/config/field-schema.ts';
import { readConfig } from '../../../src/config/read.ts';
import {
  readEntityArguments,
  readEntityLine,
  readEntityLines,
  type ReadEntity,
} from '../../../src/config/short-form/entity.ts';
import { fieldOptions } from '../../../src/config/short-form/options.ts';
import { shortFormOf } from '../../support/short-form.ts';
import { arbitraryEntitiesOn } from '../data-layer/arbitrary-model.ts';

const entities = ['Author', 'Tag', 'Picture', 'OrderLine'];
const read = (line: string) => readEntityLine(line, { entities });
const fieldOf = (member: string) => read(`Post ${member}`).entity?.fields[0];
const relationOf = (member: string) => read(`Post ${member}`).entity?.relations?.[0];
const faultsOf = ({ faults }: ReadEntity) => faults.map(({ code, token, column }) => [code, token, column]);

describe.each(databaseKinds)('on a %s database', (database) => {
  const graphs = arbitraryEntitiesOn({ kind: database, withUsers: true });

  test.each([
    [
      'arguments',
      (tokens: readonly string[], names: readonly string[]) => readEntityArguments(tokens, { entities: names }),
    ],
    [
      'a line',
      (tokens: readonly string[], names: readonly string[]) => readEntityLine(tokens.join(' '), { entities: names }),
    ],
  ])('reads any entity printed as %s back unchanged', (_, readBack) => {
    const property = fc.property(graphs, (written) => {
      const names = written.map(({ name }) => name);
      const results = written.map((entity) => readBack(shortFormOf(entity), names));
      expect(results.flatMap(({ faults }) => faults)).toEqual([]);
      const text = JSON.stringify({
        database,
        entities: results.map(({ entity }) => entity),
        plugins: { 'auth-jwt': {} },
      });
      expect(readConfig(text, { file: 'genlock.json' }).entities).toEqual(written.map(withoutEmpty));
    });
    fc.assert(property, { numRuns: 100, endOnFailure: true });
  });
});

/** Removes `"index": false` and an empty `unique`, which the short form leaves out. Both equal the absent key. */
function withoutEmpty({ unique = [], ...entity }: Entity): Entity {
  const fields = entity.fields.map(({ index, ...field }) => (index === true ? { ...field, index } : field));
  return { ...entity, ...(unique.length === 0 ? {} : { unique }), fields };
}

test('has an option for each key of a field', () => {
  const keys = Object.keys(fieldSchema.shape).filter((key) => key !== 'name' && key !== 'type');
  expect(fieldOptions.toSorted()).toEqual(keys.toSorted());
});

test('reads an option of an entity without a value', () => {
  expect(read('Post:pages title:String').entity).toMatchObject({ name: 'Post', pages: true });
  expect(faultsOf(read('Post:pages=true'))).toEqual([['USAGE', 'Post:pages=true', 6]]);
  expect(read('Post:page').faults[0]?.hint).toContain('Post:pages');
});

test.each([
  ['title:String!', { name: 'title', type: 'String', required: true }],
  ['street:String:group=Address', { name: 'street', type: 'String', group: 'Address' }],
  ['title:String?', { name: 'title', type: 'String' }],
  ['title:string:required', { name: 'title', type: 'String', required: true }],
  ['price:Decimal!:min=0', { name: 'price', type: 'Decimal', required: true, min: 0 }],
  ['price:Decimal=9.90', { name: 'price', type: 'Decimal', default: '9.90' }],
  ['price:Decimal=9.5', { name: 'price', type: 'Decimal', default: 9.5 }],
  ['total:BigInt:max=9223372036854775807', { name: 'total', type: 'BigInt', max: '9223372036854775807' }],
  ['views:Int!=1', { name: 'views', type: 'Int', required: true, default: 1 }],
  ['done:boolean=false', { name: 'done', type: 'Boolean', default: false }],
  [
    'sku:String!:unique:pattern=/^[A-Z]+$/',
    { name: 'sku', type: 'String', required: true, unique: true, pattern: '^[A-Z]+$' },
  ],
  ['sku:String:pattern=/(?:a|b)\\/\\d+/:max=9', { name: 'sku', type: 'String', pattern: '(?:a|b)\\/\\d+', max: 9 }],
  ['sku:String:pattern=\\d+', { name: 'sku', type: 'String', pattern: '\\d+' }],
  ['status:open|closed=open', { name: 'status', type: 'Enum', default: 'open', values: ['open', 'closed'] }],
  ['status:open|closed!', { name: 'status', type: 'Enum', required: true, values: ['open', 'closed'] }],
  ['status:Enum:values=open', { name: 'status', type: 'Enum', values: ['open'] }],
  ['greeting:String="good day: all"', { name: 'greeting', type: 'String', default: 'good day: all' }],
  ['greeting:String=good\\ day\\:', { name: 'greeting', type: 'String', default: 'good day:' }],
  ['at:DateTime="2024-02-29T10:00:00Z"', { name: 'at', type: 'DateTime', default: '2024-02-29T10:00:00Z' }],
  ['more:Json={"a": [1, "}"]}', { name: 'more', type: 'Json', default: { a: [1, '}'] } }],
  ['title:String:was=headline:index', { name: 'title', type: 'String', index: true, was: 'headline' }],
])('reads the field %s', (member, field) => {
  const { entity, faults } = read(`Post ${member}`);
  expect({ entity, faults }).toEqual({ entity: { name: 'Post', fields: [field] }, faults: [] });
});

test.each([
  ['author:Author!', { type: 'many-to-one', target: 'Author', required: true }],
  ['author:User!:onDelete=cascade', { type: 'many-to-one', target: 'User', required: true, onDelete: 'cascade' }],
  ['author:Post:tree', { type: 'many-to-one', target: 'Post', tree: true }],
  ['author:Picture:unique', { type: 'one-to-one', target: 'Picture' }],
  ['author:Picture!:one-to-one', { type: 'one-to-one', target: 'Picture', required: true }],
  ['author:Tag[]', { type: 'many-to-many', target: 'Tag' }],
  ['author:Tag:many', { type: 'many-to-many', target: 'Tag' }],
  ['author:OrderLine[]!:one-to-many', { type: 'one-to-many', target: 'OrderLine', required: true }],
  ['author:Text:many-to-one', { type: 'many-to-one', target: 'Text' }],
  ['author:Post', { type: 'many-to-one', target: 'Post' }],
])('reads the relation %s', (member, relation) => {
  expect(read(`Post ${member}`).faults).toEqual([]);
  expect(relationOf(member)).toEqual({ name: 'author', ...relation });
});

test('reads the options of an entity', () => {
  const { entity, faults } = read(
    'Post:route=articles:unique=slug,author:unique=a,b:read=public:write=owner:was=Article',
  );
  expect(faults).toEqual([]);
  expect(entity).toEqual({
    name: 'Post',
    fields: [],
    route: 'articles',
    unique: [['slug', 'author'], ['a', 'b']],
    access: { read: 'public', write: 'owner' },
    was: 'Article',
  }); // prettier-ignore
  expect(read('Note:access=owner:owner=author').entity).toMatchObject({ access: 'owner', owner: 'author' });
  expect(read('Note:search=title,body').entity).toMatchObject({ search: ['title', 'body'] });
  expect(read('Note:search=').entity).toMatchObject({ search: [] });
  expect(read('Ticket note:Text:access=AGENT,EDITOR score:Int:access=admin').entity?.fields).toMatchObject([
    { access: ['AGENT', 'EDITOR'] },
    { access: 'admin' },
  ]);
  expect(read('Reply:create=AGENT,owner:update=EDITOR:delete=admin:owner=ticket.requester').entity).toMatchObject({
    access: { create: ['AGENT', 'owner'], update: ['EDITOR'], delete: 'admin' },
    owner: 'ticket.requester',
  });
});

describe('a problem names its token and column', () => {
  test.each([
    ['Post title', [['USAGE', 'title', 6]]],
    ['Post title:', [['USAGE', 'title:', 12]]],
    ['Post title!:String', [['USAGE', 'title!:String', 6]]],
    ['Post Title:String', [['CONFIG_FIELD_NAME_INVALID', 'Title:String', 6]]],
    ['Post title:Strng!', [['CONFIG_FIELD_TYPE_UNKNOWN', 'title:Strng!', 12]]],
    ['Post title:Nowhere', [['CONFIG_TARGET_MISSING', 'title:Nowhere', 12]]],
    ['Post title:String!:nullable', [['USAGE', 'title:String!:nullable', 20]]],
    ['Post size:Int=big', [['CONFIG_DEFAULT_INVALID', 'size:Int=big', 11]]],
    ['Post size:Int:min=5:default=3', [['CONFIG_DEFAULT_OUTSIDE', 'size:Int:min=5:default=3', 21]]],
    ['Post size:Int:min=9:max=5', [['CONFIG_BOUNDS_CROSSED', 'size:Int:min=9:max=5', 15]]],
    ['Post a:String:pattern=/(/', [['CONFIG_PATTERN_INVALID', 'a:String:pattern=/(/', 15]]],
    ['Post a:String="open', [['USAGE', 'a:String="open', 15]]],
    ['Post a:String:min=1:min=2', [['USAGE', 'a:String:min=1:min=2', 21]]],
    ['Post a:String:required=true', [['USAGE', 'a:String:required=true', 15]]],
    ['Post a:String:max', [['USAGE', 'a:String:max', 15]]],
    ['Post a:String[]', [['USAGE', 'a:String[]', 8]]],
    ['Post a:String:many', [['USAGE', 'a:String:many', 15]]],
    ['Post a:Tag[]:unique', [['USAGE', 'a:Tag[]:unique', 14]]],
    ['Post a:Tag[]!', [['CONFIG_RELATION_REQUIRED', 'a:Tag[]!', 8]]],
    ['Post a:Tag:onDelete=remove', [['CONFIG_DELETE_RULE_UNKNOWN', 'a:Tag:onDelete=remove', 12]]],
    ['Post a:Tag:max=3', [['USAGE', 'a:Tag:max=3', 12]]],
    ['Post a:Enum', [['CONFIG_VALUES_MISSING', 'a:Enum', 8]]],
    ['Post a:open|open', [['CONFIG_VALUE_DUPLICATE', 'a:open|open', 8]]],
    ['post title:String', [['CONFIG_ENTITY_NAME_INVALID', 'post', 1]]],
    ['title:String', [['USAGE', 'title:String', 1]]],
    ['Post:rout=x', [['USAGE', 'Post:rout=x', 6]]],
    ['Post:access=everyone', [['CONFIG_ACCESS_UNKNOWN', 'Post:access=everyone', 6]]],
    [
      'Post a:x b:y',
      [
        ['CONFIG_TARGET_MISSING', 'a:x', 8],
        ['CONFIG_TARGET_MISSING', 'b:y', 12],
      ],
    ],
  ])('%s', (line, faults) => {
    expect(faultsOf(read(line))).toEqual(faults);
  });

  test('also names the number of the argument or line', () => {
    expect(readEntityArguments(['Post', 'a:String', 'b:Strng'], { entities }).faults).toMatchObject([
      { source: 2, column: 3 },
    ]);
    const { faults } = readEntityLines(['Post a:String', '', 'Tag b:Strng'], { entities: [] });
    expect(faults).toMatchObject([{ source: 2, column: 7 }]);
  });
});

describe('a problem suggests the corrected token', () => {
  test.each([
    ['title:Strng!:max=5', 'title:String!:max=5'],
    ['title:VARCHAR:max=5', 'title:String:max=5'],
    ['title:varchar(80)!', 'title:String:max=80'],
    ['size:integer', 'size:Int'],
    ['at:timestamp!', 'at:DateTime!'],
    ['at:Money', 'at:Decimal'],
    ['a:enum(x,y)', 'a:x|y'],
    ['a:Athor!', 'a:Author!'],
    ['a:[Tag]', 'a:Tag[]'],
    ['a:String:maxLength=5:unique', 'a:String:max=5:unique'],
    ['a:String:nullable:unique', 'a:String:unique'],
    ['a:String:reqired', 'a:String:required'],
  ])('%s', (typed, fixed) => {
    expect(read(`Post ${typed}`).faults).toMatchObject([{ hint: `Did you mean ${fixed}?` }]);
  });
});

test('lines can refer to entities on later lines', () => {
  const { entities: found, faults } = readEntityLines(['Post tags:Tag[]', 'Tag name:String!'], { entities: [] });
  expect(faults).toEqual([]);
  expect(found.map(({ name }) => name)).toEqual(['Post', 'Tag']);
});

test('ignores an empty line', () => {
  expect(read('   ')).toEqual({ faults: [] });
});

test('keeps white space inside an argument', () => {
  const { entity } = readEntityArguments(['Post', 'a:String=good day'], { entities });
  expect(entity?.fields).toEqual([{ name: 'a', type: 'String', default: 'good day' }]);
  expect(fieldOf('a:String=good')).toEqual({ name: 'a', type: 'String', default: 'good' });
});
