/** An SQL object of the user on the tables of `models`. */
export interface OwnObject {
  /** In the documentation. */
  readonly name: string;
  readonly sql: string;
  /** A query for one row with the object's definition, and its data as `rows`. */
  readonly probe: string;
  /** The effect of `db push` in a database without migrations. The default is `kept`. */
  readonly push?: 'asks' | 'as in the schema';
}

/** The models, with additional fields of `Ticket`. */
export const models = (fields = '') => `enum Status {
  open
  done
}

model Owner {
  id      String   @id
  email   String   @unique
  tickets Ticket[]
}

model Ticket {
  id       Int      @id @default(autoincrement())
  title    String
  slug     String
  price    Int      @default(3)
  level    Int
  since    Int
  until    Int
  note     String?
  status   Status   @default(open)
  tags     String[] @default(["a"])
  at       DateTime @default(now())
  ownerId  String
  owner    Owner    @relation(fields: [ownerId], references: [id])
${fields}
  @@index([since, until])
}
`;

export const rows = `INSERT INTO "Owner" (id, email) VALUES ('a', 'a@a.a');
INSERT INTO "Ticket" (title, slug, level, since, until, note, "ownerId")
  VALUES ('First', 'first', 1, 1, 2, 'x', 'a'), ('Second', 'second', 2, 3, 4, 'y', 'a')`;

const constraint = (name: string) =>
  `SELECT pg_get_constraintdef(oid) AS found FROM pg_constraint WHERE conname = '${name}'`;
const index = (name: string) => `SELECT indexdef AS found FROM pg_indexes WHERE indexname = '${name}'`;
const column = (name: string) => `SELECT format_type(a.atttypid, a.atttypmod) AS type, pg_get_expr(d.adbin, d.adrelid),
    attidentity, attgenerated, attnotnull, (SELECT json_agg("${name}" ORDER BY id) FROM "Ticket") AS rows
  FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = '"Ticket"'::regclass AND a.attname = '${name}'`;
const ofTable = (name: string) => `SELECT json_agg(t ORDER BY t) AS rows FROM ${name} AS t`;
const add = 'ALTER TABLE "Ticket" ADD';
const alter = 'ALTER TABLE "Ticket" ALTER COLUMN';

export const ownObjects: readonly OwnObject[] = [
  { name: 'CHECK constraint', sql: `${add} CONSTRAINT own_check CHECK (price > 0)`, probe: constraint('own_check') },
  {
    name: 'CHECK constraint, NOT VALID',
    sql: `${add} CONSTRAINT own_late CHECK (price > 1) NOT VALID`,
    probe: constraint('own_late'),
  },
  {
    name: 'exclusion constraint',
    sql: `${add} CONSTRAINT own_exclude EXCLUDE USING gist (int4range(since, until) WITH &&)`,
    probe: constraint('own_exclude'),
  },
  { name: 'unique constraint', sql: `${add} CONSTRAINT own_unique UNIQUE (title)`, probe: constraint('own_unique') },
  {
    name: 'deferrable foreign key',
    sql: `ALTER TABLE "Ticket" ALTER CONSTRAINT "Ticket_ownerId_fkey" DEFERRABLE INITIALLY DEFERRED`,
    probe: constraint('Ticket_ownerId_fkey'),
  },
  {
    name: 'foreign key between models',
    sql: `${add} CONSTRAINT own_fkey FOREIGN KEY (note) REFERENCES "Owner"(id) NOT VALID`,
    probe: constraint('own_fkey'),
  },
  {
    name: 'foreign key to another schema',
    sql: `CREATE SCHEMA IF NOT EXISTS far;
CREATE TABLE IF NOT EXISTS far.place (id int PRIMARY KEY);
INSERT INTO far.place VALUES (1), (2) ON CONFLICT DO NOTHING;
${add} CONSTRAINT own_far FOREIGN KEY (level) REFERENCES far.place(id)`,
    probe: constraint('own_far'),
  },
  { name: 'index', sql: 'CREATE INDEX own_plain ON "Ticket" (title)', probe: index('own_plain') },
  { name: 'index with the default name', sql: 'CREATE INDEX ON "Ticket" (note)', probe: index('Ticket_note_idx') },
  {
    name: 'partial unique index',
    sql: 'CREATE UNIQUE INDEX own_partial ON "Ticket" (slug) WHERE price > 2',
    probe: index('own_partial'),
  },
  { name: 'expression index', sql: 'CREATE INDEX own_lower ON "Ticket" (lower(title))', probe: index('own_lower') },
  {
    name: 'DESC and INCLUDE index',
    sql: 'CREATE INDEX own_desc ON "Ticket" (price DESC) INCLUDE (title)',
    probe: index('own_desc'),
  },
  {
    name: 'GIN index with an operator class',
    sql: 'CREATE EXTENSION pg_trgm;\nCREATE INDEX own_gin ON "Ticket" USING gin (title gin_trgm_ops)',
    probe: index('own_gin'),
  },
  {
    name: 'extension',
    sql: 'CREATE EXTENSION citext',
    probe: "SELECT extname AS found FROM pg_extension WHERE extname = 'citext'",
  },
  { name: 'column type `citext`', sql: `${alter} slug TYPE citext`, probe: column('slug') },
  {
    name: 'column type of a domain',
    sql: `CREATE DOMAIN positive AS int CHECK (VALUE > 0);\n${alter} level TYPE positive`,
    probe: column('level'),
  },
  { name: 'column default', sql: `${alter} title SET DEFAULT 'none'`, probe: column('title') },
  { name: 'required column', sql: `${alter} note SET NOT NULL`, probe: column('note'), push: 'as in the schema' },
  {
    name: 'column',
    sql: `${add} COLUMN own_column text DEFAULT 'own'`,
    probe: column('own_column'),
    push: 'asks',
  },
  {
    name: 'generated column',
    sql: `${add} COLUMN twice int GENERATED ALWAYS AS (price * 2) STORED`,
    probe: column('twice'),
  },
  {
    name: 'identity column',
    sql: `${add} COLUMN number int GENERATED BY DEFAULT AS IDENTITY`,
    probe: column('number'),
  },
  { name: 'enum', sql: "CREATE TYPE mood AS ENUM ('good')", probe: 'SELECT enum_range(NULL::mood)::text AS found' },
  {
    name: 'table',
    sql: "CREATE TABLE audit (id int PRIMARY KEY, text text);\nINSERT INTO audit VALUES (1, 'kept')",
    probe: ofTable('audit'),
    push: 'asks',
  },
  {
    name: 'table with a foreign key to a model',
    sql: `CREATE TABLE visits (ticket int REFERENCES "Ticket"(id), mood mood);\nINSERT INTO visits SELECT min(id), 'good' FROM "Ticket"`,
    probe: `SELECT count(*) AS rows, (SELECT count(*) FROM pg_constraint WHERE conrelid = 'visits'::regclass) FROM visits`,
    push: 'asks',
  },
  {
    name: 'partitioned table',
    sql: `CREATE TABLE events (at date) PARTITION BY RANGE (at);
CREATE TABLE events_2026 PARTITION OF events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
INSERT INTO events VALUES ('2026-05-05')`,
    probe: ofTable('events_2026'),
    push: 'asks',
  },
  { name: 'view', sql: 'CREATE VIEW open_tickets AS SELECT id, title FROM "Ticket"', probe: ofTable('open_tickets') },
  {
    name: 'materialized view',
    sql: 'CREATE MATERIALIZED VIEW prices AS SELECT sum(price) FROM "Ticket"',
    probe: ofTable('prices'),
  },
  {
    name: 'trigger with a function',
    sql: `CREATE FUNCTION own_touch() RETURNS trigger AS $$ BEGIN NEW.note := 'touched;'; RETURN NEW; END $$ LANGUAGE plpgsql;
CREATE TRIGGER own_trigger BEFORE UPDATE ON "Ticket" FOR EACH ROW EXECUTE FUNCTION own_touch()`,
    probe: "SELECT pg_get_triggerdef(oid) AS found FROM pg_trigger WHERE tgname = 'own_trigger'",
  },
  {
    name: 'row-level security policy',
    sql: 'ALTER TABLE "Owner" ENABLE ROW LEVEL SECURITY;\nCREATE POLICY own_policy ON "Owner" USING (true)',
    probe: `SELECT p.qual AS found, c.relrowsecurity FROM pg_policies AS p, pg_class AS c
      WHERE p.policyname = 'own_policy' AND c.oid = '"Owner"'::regclass`,
  },
  {
    name: 'another schema with a table',
    sql: 'CREATE SCHEMA IF NOT EXISTS reports;\nCREATE TABLE IF NOT EXISTS reports.daily (n int PRIMARY KEY);\nINSERT INTO reports.daily VALUES (1) ON CONFLICT DO NOTHING',
    probe: ofTable('reports.daily'),
  },
  {
    name: 'sequence',
    sql: "CREATE SEQUENCE own_sequence;\nSELECT setval('own_sequence', 7)",
    probe: 'SELECT last_value AS found FROM own_sequence',
  },
  {
    name: 'sequence of a column',
    sql: 'CREATE SEQUENCE own_counter OWNED BY "Ticket".price',
    probe: `SELECT pg_get_serial_sequence('"Ticket"', 'price') AS found`,
  },
  {
    name: 'comment',
    sql: `COMMENT ON TABLE "Ticket" IS 'own';\nCOMMENT ON COLUMN "Ticket".price IS 'own'`,
    probe: `SELECT obj_description('"Ticket"'::regclass) AS found, col_description('"Ticket"'::regclass, 5)`,
  },
];
