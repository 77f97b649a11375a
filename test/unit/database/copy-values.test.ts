import { describe, expect, test } from 'vitest';
import {
  type Cell,
  comparable,
  dateCell,
  Fault,
  jsonCell,
  plainDigits,
  trimmedDecimal,
} from '../../../src/database/copy/cell.ts';
import { Checksum } from '../../../src/database/copy/checksum.ts';
import { fromPostgres, postgresCheck } from '../../../src/database/copy/postgres-values.ts';
import { fromSqlite, sqliteCheck, type TaggedValue, toSqlite } from '../../../src/database/copy/sqlite-values.ts';
import { copyGroups } from '../../../src/database/copy/tables.ts';
import { schemaModels } from '../../../src/database/schema-models.ts';

const shown = (cell: Cell): string | null => (cell instanceof Fault ? `! ${cell.reason}` : cell);
const tagged = (letter: string, bytes: string | readonly number[]): ArrayBuffer =>
  Uint8Array.from([letter.charCodeAt(0), ...(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)]).buffer;
const text = (value: string): ArrayBuffer => tagged('t', value);

const bad = (reason: string): string => `! ${reason}`;

describe('a date and time', () => {
  test.each([
    ['2024-02-29T12:00:00.000+00:00', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29 12:00:00', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29 12:00:00.12', '2024-02-29T12:00:00.120Z'],
    ['2024-02-29 10:00:00 +00:00', '2024-02-29T10:00:00.000Z'],
    ['2024-02-29 10:00:00 UTC', '2024-02-29T10:00:00.000Z'],
    ['2024-03-01T01:00:00+02', '2024-02-29T23:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31 23:59:59.999000', '9999-12-31T23:59:59.999Z'],
    ['0000-12-31T23:59:59.999Z', '! is outside the years 1 to 9999'],
    ['0001-01-01T00:00:00+01:00', '! is outside the years 1 to 9999'],
    ['+010000-01-01T00:00:00.000Z', '! is outside the years 1 to 9999'],
    ['10000-01-01 00:00:00', '! is outside the years 1 to 9999'],
    ['0044-03-15 12:00:00 BC', '! is outside the years 1 to 9999'],
    ['infinity', '! is outside the years 1 to 9999'],
    ['2024-01-01 00:00:00.123456', '! has more than three decimals of a second'],
    ['2024-02-30T00:00:00Z', '! is not a date and time'],
    ['2024-01-01T24:01:00Z', '! is not a date and time'],
    ['yesterday', '! is not a date and time'],
    ['', '! is not a date and time'],
  ])('%j is read as %j', (given, expected) => {
    expect(shown(dateCell(given))).toBe(expected);
  });
});

test.each([
  [0, '0'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [-1.5e-7, '-0.00000015'],
  [123456.789, '123456.789'],
  [1e-30, `0.${'0'.repeat(29)}1`],
  [1.25e22, '12500000000000000000000'],
])('the number %d is written %s', (number, digits) => {
  expect(plainDigits(number)).toBe(digits);
});

test.each([
  ['0', '0'],
  ['-0.000', '0'],
  ['007.10', '7.1'],
  ['100', '100'],
  ['-12.3400', '-12.34'],
])('the decimal %s is %s', (given, expected) => {
  expect(trimmedDecimal(given)).toBe(expected);
});

describe('a value of SQLite', () => {
  const cases: readonly (readonly [Parameters<typeof fromSqlite>[0], TaggedValue, string | null])[] = [
    ['String', text(''), ''],
    ['String', text('a\0b'), 'a\0b'],
    ['String', tagged('t', [0x61, 0xed, 0xa0, 0x80]), bad('is text that is not valid UTF-8')],
    ['String', tagged('b', [0x61]), bad('is a blob instead of text')],
    ['Int', 5n, '5'],
    ['Int', text('abc'), bad('is text instead of an integer')],
    ['Int', 1.5, bad('is a real number instead of an integer')],
    ['BigInt', -9223372036854775808n, '-9223372036854775808'],
    ['Boolean', 1n, 'true'],
    ['Boolean', 2n, bad('is neither 0 nor 1')],
    ['Boolean', text('true'), bad('is neither 0 nor 1')],
    ['Float', 3n, '3'],
    ['Float', Infinity, bad('is not a finite number')],
    ['Float', text('x'), bad('is text instead of a number')],
    ['Decimal', 0.1, '0.1'],
    ['Decimal', 10n, '10'],
    ['Decimal', text('1,5'), bad('is text instead of a number')],
    ['DateTime', 1_709_208_000_000n, '2024-02-29T12:00:00.000Z'],
    ['DateTime', 99_999_999_999_999_999n, bad('is outside the years 1 to 9999')],
    ['DateTime', 1.5, bad('is a real number instead of a date and time')],
    ['Json', text('null'), 'null'],
    ['Json', 5n, '5'],
    ['Json', 1.5, '1.5'],
    ['Json', text('{'), bad('is not valid JSON')],
    ['Json', tagged('b', '{}'), bad('is a blob instead of JSON text')],
    ['Bytes', tagged('b', [0, 255]), String.raw`\x00ff`],
    ['Bytes', text('a'), bad('is text instead of a blob')],
    ['Enum', text('RED'), 'RED'],
    ['Json', null, null],
  ];
  test.each(cases)('%s %s is read as %s', (type, value, expected) => {
    expect(shown(fromSqlite(type, value))).toBe(expected);
  });
});

test.each([
  ['Boolean', 't', 'true'],
  ['Float', '-0', '0'],
  ['Float', '1e+300', '1e+300'],
  ['Float', 'NaN', '! is not a finite number'],
  ['Decimal', '1.500000', '1.5'],
  ['Decimal', 'NaN', '! is not a finite number'],
  ['DateTime', '-infinity', '! is outside the years 1 to 9999'],
] as const)('PostgreSQL’s %s %s is read as %s', (type, given, expected) => {
  expect(shown(fromPostgres(type, given))).toBe(expected);
});

test.each([
  ['text', 'a\0', 'contains U+0000, which PostgreSQL cannot store'],
  ['text', '😀', undefined],
  ['character varying(2)', '😀😀', undefined],
  ['character varying(2)', 'abc', 'is longer than 2 characters'],
  ['integer', '2147483647', undefined],
  ['integer', '2147483648', 'is not an integer of 32 bits'],
  ['bigint', '-9223372036854775808', undefined],
  ['numeric(65,30)', '9'.repeat(35), undefined],
  ['numeric(65,30)', '9'.repeat(36), 'has more than 35 digits before the point'],
  ['numeric(65,30)', `0.${'0'.repeat(30)}1`, 'has more than 30 digits after the point'],
  ['timestamp(3) without time zone', '2024-01-01T00:00:00.123Z', undefined],
  ['timestamp(0) without time zone', '2024-01-01T00:00:00.100Z', 'has more than 0 decimals of a second'],
  ['jsonb', String.raw`{"a":"\u0000"}`, 'contains U+0000, which PostgreSQL cannot store'],
  ['jsonb', String.raw`{"\ud800":1}`, 'contains an unpaired surrogate, which PostgreSQL cannot store'],
  ['jsonb', String.raw`["\\u0000","\ud83d\ude00"]`, undefined],
])('PostgreSQL’s %s checks %j: %j', (type, value, expected) => {
  const cast = type.replace(/\([\d,]+\)/u, '');
  expect(postgresCheck({ name: 'x', cast, type, labels: null })?.(value)).toBe(expected);
});

test('an enum of PostgreSQL stores its values only, and other types are not supported', () => {
  const check = postgresCheck({ name: 'x', cast: '"Color"', type: '"Color"', labels: ['RED'] });
  expect([check?.('RED'), check?.('red')]).toEqual([undefined, 'is not a value of the enum']);
  expect(postgresCheck({ name: 'x', cast: 'inet', type: 'inet', labels: null })).toBeUndefined();
});

test.each([
  ['0.1', undefined],
  ['123456789012345.5', undefined],
  ['9007199254740992', undefined],
  ['1000000000000000000', undefined],
  ['9007199254740993', 'has more digits than SQLite stores'],
  ['0.12345678901234567891', 'has more digits than SQLite stores'],
  ['1234567890123456789.5', 'has more digits than SQLite stores'],
])('SQLite checks the decimal %s: %j', (value, expected) => {
  expect(sqliteCheck('Decimal')(value)).toBe(expected);
});

test('values are stored in SQLite as Prisma’s adapter stores them', () => {
  expect(toSqlite('DateTime', '2024-01-01T00:00:00.000Z')).toBe('2024-01-01T00:00:00.000+00:00');
  expect(toSqlite('Json', '{"b": 1, "a": [1, 2]}')).toBe('{"b":1,"a":[1,2]}');
  expect(toSqlite('Boolean', 'false')).toBe(0n);
  expect(toSqlite('BigInt', '9007199254740993')).toBe(9007199254740993n);
});

test('JSON is compared without the order of keys', () => {
  const same = [String.raw`{"2":1,"a":{"y":1.0,"x":"\u00e9"}}`, '{ "a": {"x": "é", "y": 1}, "2": 1e0 }'];
  const [one, other] = same.map((json) => comparable('Json', json));
  expect(one).toBe(other);
  const different = ['{}', '[]', '{"object":[]}', 'null', '"null"', '[["a",1]]', '{"a":1}'];
  expect(new Set(different.map((json) => comparable('Json', json))).size).toBe(different.length);
});

test('a checksum depends on the column, the row and the number of each value, and not on the order of rows', () => {
  const column = { type: 'String', isRequired: false, values: [] } as const;
  const table = {
    name: 'T',
    columns: [
      { ...column, name: 'a' },
      { ...column, name: 'b' },
    ],
    key: ['a'],
  };
  const sumOf = (...rows: readonly (readonly (string | null)[])[]): string => {
    const checksum = new Checksum(table);
    for (const row of rows) checksum.add(row);
    return checksum.digest.checksum;
  };
  const rows = [
    ['1', 'x'],
    ['2', 'y'],
  ] as const;
  expect(sumOf(...rows.toReversed())).toBe(sumOf(...rows));
  const others = [
    sumOf(...rows),
    sumOf(['1', 'y'], ['2', 'x']),
    sumOf(['x', '1'], ['y', '2']),
    sumOf(['x', '1'], ['2', 'y']),
    sumOf(...rows, ['3', 'z'], ['3', 'z']),
    sumOf(...rows, ['4', 'z'], ['4', 'z']),
    sumOf(['1', ''], ['2', 'y']),
    sumOf(['1', null], ['2', 'y']),
    sumOf(['1x', ''], ['2', 'y']),
  ];
  expect(new Set(others).size).toBe(others.length);
});

test('JSON of many levels and infinite numbers are refused', () => {
  expect(shown(jsonCell('['.repeat(1000) + ']'.repeat(1000)))).not.toMatch(/^!/u);
  expect(shown(jsonCell('['.repeat(1001) + ']'.repeat(1001)))).toBe('! is JSON with more than 1000 levels');
  expect(shown(jsonCell('[1e999]'))).toBe('! has a number that is not finite');
});

test('a table follows the tables it refers to, and tables of a cycle are one group', async () => {
  const groups = copyGroups(
    await schemaModels(
      new Map([
        [
          'a.prisma',
          `datasource db {
  provider = "sqlite"
}
model Leaf {
  id    String @id
  one   One    @relation(fields: [oneId], references: [id])
  oneId String
}
model One {
  id    String @id
  two   Two    @relation("a", fields: [twoId], references: [id])
  twoId String
  twos  Two[]  @relation("b")
  leafs Leaf[]
}
model Two {
  id    String  @id
  one   One?    @relation("b", fields: [oneId], references: [id])
  oneId String?
  ones  One[]   @relation("a")
  root  Root    @relation(fields: [rootA, rootB], references: [a, b])
  rootA Int
  rootB Int     @map("root_b")
}
model Root {
  a     Int
  b     Int    @map("bb")
  twos  Two[]
  @@unique([a, b])
  @@map("roots")
}
`,
        ],
      ]),
    ),
  );
  expect(groups.map(({ tables, isCycle }) => [tables.map(({ name }) => name), isCycle])).toEqual([
    [['roots'], false],
    [['One', 'Two'], true],
    [['Leaf'], false],
  ]);
  expect(groups[0]?.tables[0]?.key).toEqual(['a', 'bb']);
});
