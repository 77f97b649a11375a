import { header } from '../../render/header.ts';

/** Reference to Genlock in a generated file, with its replacement. */
type Replacement = readonly [found: RegExp, text: string | ((found: string) => string)];

const headline = header.replace(/^\/\/ /u, '');

/** Replacements in all files. */
const everywhere: readonly Replacement[] = [
  [new RegExp(`^(?:// ${headline}|/\\* ${headline} \\*/)\\n\\n?`, 'u'), ''],
  ['genlock db migrate dev', 'npm run db:migrate'],
  ['genlock db migrate deploy', 'npm run db:deploy'],
  ['genlock db migrate reset', 'npm run db:reset'],
  ['genlock db seed', 'npm run db:seed'],
  [', in the order of `genlock.json`', ''],
  ['because `genlock.json` has no rule for them', 'because they have no rule'],
  ['Set "access" in genlock.json.', 'Set rules in server/generated/access.ts.'],
  ['set `access` in `genlock.json`', 'edit `server/generated/access.ts`'],
  ['legt `access` in `genlock.json` fest', 'steht in `server/generated/access.ts`'],
  ['genlock add auth-jwt', 'server/generated/auth.ts'],
  ['genlock add mail-smtp', 'server/generated/mail.ts'],
].map(([found = '', text = '']): Replacement => [typeof found === 'string' ? literal(found) : found, String(text)]);

/** Replacements in single files. */
const inFile: Readonly<Record<string, readonly Replacement[]>> = {
  '.gitignore': [[/^\.genlock\/.*\n/gmu, '']],
  '.oxfmtrc.json': [
    [/^ *"(?:\.genlock|genlock(?:\.lock|\.policy)?\.json)",\n/gmu, ''],
    // The formatter puts an array that fits on one line.
    [
      /^ *"ignorePatterns": \[[^\]]*\]/mu,
      (found) =>
        fitting(
          found.replaceAll(/\s*\n\s*/gu, ' ').replaceAll(/\[ | (?=\])/gu, (at) => at.trim()),
          found,
        ),
    ],
  ],
  'README.md': [
    [/^The section \[Genlock\][^\n]*\n\n/mu, ''],
    [/^## Genlock\n[^]*?(?=^## )/mu, ''],
    // Keeps the table columns aligned.
    [/generated from `genlock\.json`; do not edit/u, (found) => 'routes, menu, theme and types'.padEnd(found.length)],
    [/npm run db:migrate --name/gu, 'npm run db:migrate -- --name'],
  ],
  'server/lib/setup-problem.ts': [[/\n\/\*\* How this machine runs Genlock[^]*?\n\}\n/u, '']],
  'server/lib/database-problem.ts': [
    ['{ genlock, SetupProblem }', '{ SetupProblem }'],
    [
      "\n  env.NODE_ENV === 'production' ? 'npm run migrate' : genlock('db migrate dev')",
      " (env.NODE_ENV === 'production' ? 'npm run migrate' : 'npm run db:migrate')",
    ],
    [
      "genlock(env.NODE_ENV === 'production' ? 'db migrate deploy' : 'db migrate dev')",
      "env.NODE_ENV === 'production' ? 'npm run db:deploy' : 'npm run db:migrate'",
    ],
  ].map(([found = '', text = '']): Replacement => [literal(found), text]),
  'server/development/client-problem.ts': [
    ['{ genlock, SetupProblem }', '{ SetupProblem }'],
    ["genlock('db generate')", "'npm run db:generate'"],
  ].map(([found = '', text = '']): Replacement => [literal(found), text]),
  'vite.config.ts': [[/^ *\/\/ The command that starts Genlock[^\n]*\n *envPrefix: [^\n]*\n/mu, '']],
  'test/client/first-entity.test.tsx': [[/^test\('the command starts with[^]*?^\}\);\n\n/mu, '']],
  'client/components/FirstEntity.tsx': [[/\n *<pre[^]*?<\/pre>/u, '']],
  'client/locales/en.ts': [
    [
      /addEntityText:\n *'This project has no entities yet\. Add the first one[^']*'/u,
      "addEntityText: 'This project has no entities yet. Add a model to prisma/schema.'",
    ],
  ],
  'client/locales/de.ts': [
    [
      /addEntityText:\n *'Dieses Projekt hat noch keine Entitäten\.[^']*'/u,
      "addEntityText: 'Dieses Projekt hat keine Entitäten. Ergänzen Sie ein Modell in prisma/schema.'",
    ],
  ],
};

const fitting = (line: string, lines: string): string => (line.length <= 100 ? `  ${line.trim()}` : lines);

function literal(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'gu');
}

/** Removes references to Genlock from a file. User edits are unchanged. */
export function withoutGenlock(path: string, text: string): string {
  return [...everywhere, ...(inFile[path] ?? [])].reduce(
    (rest, [found, put]) => (typeof put === 'string' ? rest.replace(found, put) : rest.replace(found, put)),
    text,
  );
}
