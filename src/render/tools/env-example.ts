import type { DatabaseKind } from '../../config/config.ts';
import { databaseUrls } from '../../config/database-urls.ts';
import type { Emitter } from '../emitter.ts';
import { hasJobs } from '../server/jobs.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';

const databases: Readonly<Record<DatabaseKind, string>> = {
  file: `# The database. A relative path starts at the project's folder.
DATABASE_URL=${databaseUrls.file}
`,
  relational: `# The PostgreSQL database, or its connection pool. Parameters of Prisma are supported, such as schema and connection_limit.
DATABASE_URL=${databaseUrls.relational}

# The PostgreSQL database without its connection pool, for migrations. If empty, the database of DATABASE_URL.
DIRECT_DATABASE_URL=

# The password of PostgreSQL in compose.yaml.
POSTGRES_PASSWORD=

# The database in which tests create and drop schemas. If empty, the database of DATABASE_URL.
TEST_DATABASE_URL=
`,
  document: `# The MongoDB database. The server must be a replica set, which can have one member.
DATABASE_URL=${databaseUrls.document}

# The server on which tests create and drop databases. If empty, the server of DATABASE_URL.
MONGODB_URL=
`,
};

const own = (
  database: DatabaseKind,
) => `# Copy this file to .env, which Git ignores. Variables of the environment have precedence.

${databases[database]}
# The port of the server.
PORT=3000

# The least severe level in the log: fatal, error, warn, info, debug, trace or silent.
LOG_LEVEL=info

# The number of proxies in front of the server, or their addresses. With 0, X-Forwarded headers are ignored.
TRUST_PROXY=0

# The seconds after SIGTERM in which the server still serves requests. /readyz responds with 503, so that a load balancer stops sending them.
DRAIN_SECONDS=0

# The number of requests to /api per minute and address. 0 disables the limit.
RATE_LIMIT=3000
`;

/** Authentication plugins describe the variable themselves. */
const appUrl = `# The public address of the application, for links in mails. If empty, http://localhost:PORT.
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
