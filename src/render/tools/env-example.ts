import type { DatabaseKind } from '../../config/config.ts';
import { databaseUrls } from '../../config/database-urls.ts';
import type { Emitter } from '../emitter.ts';
import { hasJobs } from '../server/jobs.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';

const databases: Readonly<Record<DatabaseKind, string>> = {
  file: `# Where the database is; a path counts from the project's folder.
DATABASE_URL=${databaseUrls.file}
`,
  relational: `# The PostgreSQL server and database. Prisma's parameters are understood: schema, connection_limit, pool_timeout and so on.
DATABASE_URL=${databaseUrls.relational}

# The password of PostgreSQL in compose.yaml.
POSTGRES_PASSWORD=

# The database tests make schemas of their own in, and drop them; DATABASE_URL's if empty.
TEST_DATABASE_URL=
`,
  document: `# The MongoDB server and database; it has to be a replica set, if only of one.
DATABASE_URL=${databaseUrls.document}

# The server tests make databases of their own on, and drop them; DATABASE_URL's if empty.
MONGODB_URL=
`,
};

const own = (database: DatabaseKind) => `# Copy to .env, which is not committed. A value in the environment itself wins.

${databases[database]}
# Where the server listens.
PORT=3000

# fatal, error, warn, info, debug, trace or silent
LOG_LEVEL=info

# Proxies in front of the server: how many, or their addresses. 0 trusts no X-Forwarded header.
TRUST_PROXY=0

# Seconds to go on answering after SIGTERM while /readyz already says no, for a load balancer to notice.
DRAIN_SECONDS=0

# Requests to /api per minute and address; 0 for no limit.
RATE_LIMIT=3000
`;

/** Authentication plugins describe the variable themselves. */
const appUrl = `# Where browsers find the application, for links in mails; http://localhost:PORT if empty.
APP_URL=
`;

const jobsVariable = `# Whether the process runs background jobs: on or off. With off, it only adds jobs to the queue.
JOBS=on
`;

/** `.env.example`: every variable of the application, without the values of secrets. */
export const envExample: Emitter = function* (input) {
  const { config, contributions } = input;
  const settings = contributions.flatMap(settingsOf).filter(({ variable }) => variable !== undefined);
  const isDescribed = settings.some(({ variable }) => variable === 'APP_URL');
  const texts = [
    own(config.database),
    ...(isDescribed ? [] : [appUrl]),
    ...(hasJobs(input) ? [jobsVariable] : []),
    ...settings.map(variableText),
  ];
  yield { path: '.env.example', content: texts.join('\n') };
};

/** Returns the lines of a variable. The value from `genlock.json` or the default is shown for editing. */
function variableText({ plugin, key, isSecret, variable, schema, value }: PluginSetting): string {
  const need = isSecret && schema.required === true ? '' : ', optional';
  const comment = `# ${schema.label ?? key} (${plugin}${need})`;
  const text = inertValue(String(value ?? ''));
  if (text !== undefined) return `${comment}\n${variable}=${text}\n`;
  return `${comment}\n# Genlock omits the default because it contains special characters. It applies if the variable is not set.\n# ${variable}=\n`;
}

/**
 * Writes a value that `sh`, dotenv, Node and Docker Compose read as the same plain text. The value comes from a plugin,
 * and a shell that sources the file must not run it. `undefined` if no notation has this property: dotenv-expand and
 * make also expand `$` in single quotes, and Docker Compose reads a backslash before the closing quote as an escape.
 */
function inertValue(text: string): string | undefined {
  if (/^[\w.:/,@+-]*$/.test(text)) return text;
  return /['$`\p{Cc}\p{Zl}\p{Zp}]|\\$/u.test(text) ? undefined : `'${text}'`;
}
