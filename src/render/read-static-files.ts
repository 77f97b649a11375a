import { readFileSync } from 'node:fs';

/** Paths below `src/render/static`. A first folder such as `without-auth` is a variant and not part of the project path. */
const paths = [
  'client/generated/mail.ts',
  'document/prisma.config.ts',
  'file/scripts/migration-database.mjs',
  'in-process/server/lib/jobs/queue.ts',
  'prisma.config.ts',
  'relational/scripts/migration-database.mjs',
  'relational/scripts/migration-script.mjs',
  'relational/server/lib/jobs/queue.ts',
  'scripts/generate.mjs',
  'scripts/migrate.mjs',
  'server/generated/auth.ts',
  'server/generated/mail.ts',
  'server/lib/jobs/attempt.ts',
  'server/lib/jobs/index.ts',
  'server/lib/jobs/job.ts',
  'server/lib/jobs/memory.ts',
  'server/lib/jobs/registry.ts',
  'server/lib/jobs/start.ts',
  'server/lib/json.ts',
  'server/lib/mount.ts',
  'test/server/admin.test.ts',
  'test/server/jobs.test.ts',
  'test/server/mount.test.ts',
  'test/support/access.ts',
  'test/support/guarded.ts',
  'test/support/jobs.ts',
  'test/support/tree.ts',
  'test/support/user.ts',
  'without-auth/server/generated/auth.ts',
  'without-auth/test/server/admin.test.ts',
  'without-mail/client/generated/mail.ts',
  'without-mail/server/generated/mail.ts',
] as const;

export type StaticPath = (typeof paths)[number];

/** Reads all static files. The build embeds the result, so an installed Genlock does not read the files. */
export function readStaticFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(new URL(`static/${path}`, import.meta.url), 'utf8')]),
  );
}
