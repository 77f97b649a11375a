import { parseEnv } from 'node:util';
import type { SecretFile } from '../apply/targets.ts';
import type { DatabaseKind } from '../config/config.ts';
import { databaseUrls } from '../config/database-urls.ts';
import { GenlockError } from '../errors/error.ts';
import type { NextStep } from '../plan/plan.ts';
import { secretSettings, type SecretSetting } from '../plugin/secrets.ts';
import { digestOf } from '../core/digest.ts';
import { decodeUtf8 } from '../core/utf8.ts';
import { readProjectFile } from '../project/file-reader.ts';
import type { InstalledPlugin } from './run-plugins.ts';

/** The initial environment file and the variables that the user must fill in. */
export interface StartingEnvironment {
  readonly file: SecretFile;
  readonly steps: readonly NextStep[];
}

/** Changes to a project's `.env`. */
export interface EnvironmentChange {
  /** `undefined` if the file is unchanged. */
  readonly file?: SecretFile;
  readonly steps: readonly NextStep[];
}

type Random = (bytes: number) => Uint8Array;
type Contributors = readonly Pick<InstalledPlugin, 'stored'>[];

/** Inputs for a new project's environment variables. */
interface Beginning {
  readonly plugins: Contributors;
  readonly database: DatabaseKind;
  /** Command that starts Genlock on this machine, quoted for a shell. */
  readonly invocation?: string | undefined;
}

const environmentFile = '.env';
/** Bytes of a generated secret. 256 bits are sufficient for a key of any supported algorithm. */
const secretBytes = 32;

/**
 * Creates the `.env` of a new project: the database URL, a random value for every secret to generate, an empty line for
 * the others, and the command that starts Genlock. An existing `.env` is unchanged.
 */
export function startingEnvironment({ plugins, database, invocation }: Beginning, random: Random): StartingEnvironment {
  const secrets = secretsOf(plugins);
  const lines = [
    `DATABASE_URL="${databaseUrls[database]}"`,
    ...secrets.map((secret) => lineOf(secret, random)),
    ...invocationLines(invocation),
  ];
  return { file: { path: environmentFile, content: `${lines.join('\n')}\n` }, steps: fillIn(secrets) };
}

/**
 * Returns the lines with the command that starts Genlock on this machine, for messages of the application; empty if it
 * is `genlock`.
 */
function invocationLines(invocation = 'genlock'): readonly string[] {
  if (invocation === 'genlock') return [];
  // A dotenv file expands `\n` only between double quotes, so they are the last choice.
  const quote = ["'", '`', '"'].find((mark) => !invocation.includes(mark));
  const comment = '# How Genlock is started on this machine. Error messages of the application name commands with it.';
  return quote === undefined ? [] : ['', comment, `GENLOCK_COMMAND=${quote}${invocation}${quote}`];
}

/** Returns the environment variables for plugin secrets; the first one for each name. */
export function secretsOf(plugins: Contributors): readonly SecretSetting[] {
  const secrets = plugins.flatMap(({ stored }) => secretSettings(stored.contribution));
  return [...new Map(secrets.map((secret) => [secret.variable, secret])).values()];
}

/**
 * Adds the secrets of new plugins to an existing `.env`, one line for each missing variable. If the file is a link or
 * cannot be read, it is unchanged and the next steps list the variables.
 *
 * @param all every plugin of the project, for a project without `.env`
 */
export function addedEnvironment(
  project: {
    readonly root: string;
    readonly database: DatabaseKind;
    readonly all: Contributors;
    readonly come: Contributors;
  },
  random: Random,
): EnvironmentChange {
  const secrets = secretsOf(project.come);
  if (secrets.length === 0) return { steps: [] };
  const found = readEnvironment(project.root);
  if (found === undefined) return { steps: fillIn(secrets, () => true) };
  if (found.text === undefined)
    return startingEnvironment({ plugins: project.all, database: project.database }, random);
  const { text } = found;
  const known = parseEnv(text);
  const missing = secrets.filter(({ variable }) => !Object.hasOwn(known, variable));
  const steps = fillIn(secrets.filter(({ variable }) => (known[variable] ?? '') === ''));
  if (missing.length === 0) return { steps };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  const content = start + missing.map((secret) => `${lineOf(secret, random)}${eol}`).join('');
  return { file: { path: environmentFile, content, before: digestOf(text) }, steps };
}

/**
 * Reads the project's `.env`. `text` is absent if the file does not exist; the result is `undefined` if Genlock must
 * not write the file.
 */
export function readEnvironment(root: string): { readonly text?: string } | undefined {
  try {
    const bytes = readProjectFile({ root }, environmentFile);
    if (bytes === undefined) return {};
    const text = decodeUtf8(bytes);
    return text === undefined ? undefined : { text };
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}

function lineOf({ variable, generate }: SecretSetting, random: Random): string {
  return generate ? `${variable}="${Buffer.from(random(secretBytes)).toString('base64url')}"` : `${variable}=`;
}

function fillIn(
  secrets: readonly SecretSetting[],
  isOwners: (secret: SecretSetting) => boolean = ({ generate }) => !generate,
): readonly NextStep[] {
  return secrets
    .filter((secret) => secret.required && isOwners(secret))
    .map(({ variable }) => ({
      command: `edit .env: ${variable}=…`,
      reason: 'The application needs this value to start.',
    }));
}
