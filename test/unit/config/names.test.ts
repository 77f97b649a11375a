import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { GenlockError } from '../../../src/errors/error.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Returns the error codes of a configuration; empty if it is valid. */
function codesOf(configuration: object): readonly string[] {
  try {
    readConfig(JSON.stringify(configuration), { file: 'genlock.json' });
    return [];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems.map(({ code }) => code);
    throw error;
  }
}

const ofEntities = (...names: readonly string[]) => codesOf({ entities: names.map((name) => ({ name })) });
const ofFields = (...names: readonly string[]) =>
  codesOf({ entities: [{ name: 'Post', fields: names.map((name) => ({ name, type: 'String' })) }] });

describe('the name of an entity', () => {
  test.each([
    ['CONFIG_ROUTE_RESERVED', 'Setting Asset Doc'],
    [
      'CONFIG_ENTITY_NAME_RESERVED',
      'Package Case Class Export Import New Delete Default Error Record Map Set Date Json',
    ],
    ['CONFIG_ENTITY_NAME_RESERVED', 'Request Response Index App Router Prisma PrismaClient Promise URL Headers Buffer'],
    ['CONFIG_ENTITY_NAME_INVALID', 'post my_post Größe __proto__ 2Post'],
  ])('is refused with %s: %s', (code, names) => {
    for (const name of words(names)) expect([name, ...ofEntities(name)]).toEqual([name, code]);
  });

  test.each([
    ['DOM names', 'Node Element Event Document Window Location History Image Option Text Comment File Storage Frame'],
    [
      'components',
      'Button Card Cell Column Dialog Field Filter Form Item Menu Modal Page Pagination Row Shell Slot Table',
    ],
    [
      'server names',
      'Access Api Auth Config Data Db Env Handler Log Message Next Query Resource Result Route Schema Settings Type',
    ],
    ['names of accounts', 'Account Invitation Member Password Permission Profile Role Session Token'],
    ['names without a plural', 'Equipment Fish Information Media News Series Sheep'],
    ['names that begin alike', 'Order OrderColumn OrderForm OrderInput OrderList OrderRecord OrderWhereInput NewOrder'],
  ])('is accepted: %s', (_, names) => {
    expect(ofEntities(...words(names))).toEqual([]);
  });

  test.each(['Person People', 'Datum Data', 'Order Orders', 'Docs Doc', 'Child Children', 'Apikey ApiKey'])(
    'is refused if it differs in case or number only: %s',
    (names) => {
      expect(ofEntities(...words(names))).toHaveLength(1);
    },
  );
});

describe('the name of a field', () => {
  test.each([
    'id createdAt updatedAt',
    'constructor prototype __proto__ then toJSON toString valueOf',
    'count cursor include limit q sort',
    'and or not',
    'class default delete enum function new null package true',
  ])('is refused with CONFIG_FIELD_NAME_RESERVED: %s', (names) => {
    for (const name of words(names)) expect([name, ...ofFields(name)]).toEqual([name, 'CONFIG_FIELD_NAME_RESERVED']);
  });

  test.each([
    'children data filter form key name order page path query ref search select type value',
    'action body href innerHTML method onClick parentNode reset src status style submit target title',
    'contains equals every from has in2 is some to where rowid values group',
    'entity error fields input items message next owner password record req res result role schema state token url user',
  ])('is accepted: %s', (names) => {
    expect(ofFields(...words(names))).toEqual([]);
  });
});
