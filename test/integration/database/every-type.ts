import type { CopyRequest } from '../../../src/database/copy/copy-rows.ts';
import { copyRows } from '../../../src/database/copy/copy-rows.ts';
import type { Project } from '../../unit/database/project.ts';

/** A schema with every field type and every form of relation. */
export const everyType = `enum Color {
  RED
  GREEN @map("light green")
}

model Country {
  code   String   @id
  people Person[]
}

model Person {
  id        Int       @id @default(autoincrement())
  name      String    @map("full_name")
  nick      String?
  big       BigInt?
  ratio     Float?
  price     Decimal?
  isOk      Boolean   @default(true)
  at        DateTime  @default(now())
  until     DateTime?
  data      Json?
  bytes     Bytes?
  color     Color     @default(RED)
  countryId String
  country   Country   @relation(fields: [countryId], references: [code])
  parentId  Int?
  parent    Person?   @relation("Family", fields: [parentId], references: [id])
  children  Person[]  @relation("Family")
  friends   Person[]  @relation("Friends")
  friendOf  Person[]  @relation("Friends")
  tags      Tag[]
  seat      Seat?

  @@map("people")
}

model Tag {
  label  String   @id
  people Person[]
}

model Seat {
  row      Int
  number   Int
  personId Int    @unique
  person   Person @relation(fields: [personId], references: [id], onDelete: Cascade)

  @@id([row, number])
}

model Head {
  id     String @id
  bodyId String
  body   Body   @relation("ToBody", fields: [bodyId], references: [id])
  owned  Body[] @relation("ToHead")
}

model Body {
  id     String @id
  headId String
  head   Head   @relation("ToHead", fields: [headId], references: [id])
  owned  Head[] @relation("ToBody")
}
`;

/** Rows for {@link everyType} as Prisma's adapter for SQLite stores them. */
export const everyRow = `PRAGMA foreign_keys = OFF;
INSERT INTO "Country" VALUES ('de'), ('');
INSERT INTO "people" ("id", "full_name", "nick", "big", "ratio", "price", "isOk", "at", "until", "data", "bytes", "color", "countryId", "parentId") VALUES
  (1, 'It''s "new"', NULL, NULL, NULL, NULL, 1, '2024-02-29T12:00:00.000+00:00', NULL, NULL, NULL, 'RED', 'de', 7),
  (2, '', '', 0, 0.0, 0, 0, '1969-12-31T23:59:59.999+00:00', '2024-01-01T00:00:00.120+00:00', 'null', X'', 'light green', '', 2),
  (3, 'ünïcödé 😀' || char(10) || char(9) || '\\N {"a"}', 'null', 9223372036854775807, 0.1, 0.1, 1, '0001-01-01T00:00:00.000+00:00', '9999-12-31T23:59:59.999+00:00', '{"b":[1,2.5,null,{"é":"\\u00e9\\\\"}],"a":""}', X'000102ff', 'RED', 'de', 1),
  (4, 'NULL', 'x', -9223372036854775808, -1.7976931348623157e308, -12345.678901, 1, '2024-06-01T00:00:00.001+00:00', NULL, '"text"', X'5c', 'RED', 'de', NULL),
  (5, '{}', ',', 9007199254740993, 5e-324, 0.000001, 1, '2024-06-01T00:00:00.000+00:00', NULL, '5', X'27', 'RED', 'de', 3),
  (7, '\\', '"', 1, 123456789.25, 123456789012345, 0, '2024-06-01T00:00:00.000+00:00', NULL, '[]', NULL, 'RED', 'de', 1);
INSERT INTO "Tag" VALUES ('a'), ('b');
INSERT INTO "Seat" VALUES (1, 1, 2), (1, 2, 1), (0, 9, 7);
INSERT INTO "_Friends" VALUES (1, 2), (2, 1), (3, 3);
INSERT INTO "_PersonToTag" VALUES (1, 'a'), (1, 'b'), (7, 'b');
INSERT INTO "Head" VALUES ('h1', 'b1'), ('h2', 'b1');
INSERT INTO "Body" VALUES ('b1', 'h2')`;

/** Copies the rows of a database to the project's. */
export function copyTo(project: Project, from: string, more: Partial<CopyRequest> = {}) {
  return copyRows({ ...project.target, from, onRows: () => {}, ...more });
}

/** Returns the rows of an SQLite table as SQL literals, which show the storage class of each value. */
export async function literals(project: Project, table: string): Promise<readonly unknown[]> {
  const columns = await project.sql(`SELECT name FROM pragma_table_info('${table}')`);
  const quotes = columns.map(({ name }) => `quote("${String(name)}") AS "${String(name)}"`);
  return project.sql(
    `SELECT ${quotes.join(', ')} FROM "${table}" ORDER BY ${quotes.map((_, at) => at + 1).join(', ')}`,
  );
}
