/** A project with two tables and rows, for migrations of them on PostgreSQL. */
import type { TestContext } from 'vitest';
import { type Project, projectOn } from '../../unit/database/project.ts';

export const before = `model Owner {
  id      String   @id
  email   String
  tickets Ticket[]
}

model Ticket {
  id      String  @id
  title   String?
  code    Int
  place   Int
  ownerId String?
  owner   Owner?  @relation(fields: [ownerId], references: [id])

  @@index([code])
}
`;
/** Each kind of statement with an online form, a replaced index, and a column type. */
export const after = `model Owner {
  id      String   @id
  email   String   @unique
  tickets Ticket[]
  seen    Ticket[] @relation("seen")
}

model Ticket {
  id      String  @id
  title   String
  code    Int
  place   BigInt
  ownerId String?
  seenId  String?
  owner   Owner?  @relation(fields: [ownerId], references: [id])
  seen    Owner?  @relation("seen", fields: [seenId], references: [id])

  @@index([code, title])
}
`;
const rows = `INSERT INTO "Owner" SELECT 'o' || n, 'e' || n FROM generate_series(1, 100) AS n;
INSERT INTO "Ticket" SELECT 't' || n, 'title', n, n, 'o' || n FROM generate_series(1, 100) AS n`;

/** Returns a project with rows whose schema has changed. */
export async function changedProject(context: TestContext, major: number, models = after): Promise<Project> {
  const project = await projectOn(context, { kind: 'postgresql', models: before, major });
  await project.dev({ name: 'init' });
  await project.sql(rows);
  return project.models(models);
}

export const change = { name: 'change', acceptDataLoss: true };
/** PostgreSQL's version for tests that do not depend on it. */
export const version = 15;
