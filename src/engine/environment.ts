import { parseEnv } from 'node:util';
import type { SecretFile } from '../apply/targets.ts';
import type { DatabaseKind } from '../config/config.ts';
import { databaseUrls } from '../config/database-urls.ts';
import { GenlockError } from '../errors/error.ts';
import type { NextStep } from '../plan/plan.ts';
import { secretSettings, type SecretSetting } from '../plugin/secrets.ts';
import { digestOf } from '../core/digest.ts';
import { readProjectFile } from '../project/file-reader.ts';
import type { InstalledPlugin } from './run-plugins.ts';

/** The variables a project starts with, and what its owner must still fill in. */
export interface StartingEnvironment {
  readonly file: SecretFile;
  readonly steps: readonly NextStep[];
}

/** What becomes of a project's `.env`. */
export interface EnvironmentChange {
  /** Nothing if it stays as it is. */
  readonly file?: SecretFile;
  readonly steps: readonly NextStep[];
}

type Random = (bytes: number) => Uint8Array;
type Contributors = readonly Pick<InstalledPlugin, 'stored'>[];

/** What a new project's variables depend on. */
interface Beginning {
  readonly plugins: Contributors;
  readonly database: DatabaseKind;
  /** The words that start Genlock on this machine, quoted for a shell. */
  readonly invocation?: string | undefined;
}

const environmentFile = '.env';
/** Bytes of a generated secret: 256 bits, so that it is strong as a key of any supported algorithm. */
const secretBytes = 32;

/**
 * The `.env` of a new project: the database, a strong value for every secret that its plugin wants generated, an empty line
 * for the others, and how Genlock is started here. An existing `.env` is unchanged.
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

/** How Genlock is started on this machine, for messages that name a command; empty if that is `genlock`. */
function invocationLines(invocation = 'genlock'): readonly string[] {
  if (invocation === 'genlock') return [];
  // Between double quotes a backslash and n become a line break, so these come last.
  const quote = ["'", '`', '"'].find((mark) => !invocation.includes(mark));
  const comment = '# How Genlock is started on this machine. Error messages of the application name commands with it.';
  return quote === undefined ? [] : ['', comment, `GENLOCK_COMMAND=${quote}${invocation}${quote}`];
}

/** The environment variables that hold plugins' secrets; of two with one name, the first. */
export function secretsOf(plugins: Contributors): readonly SecretSetting[] {
  const secrets = plugins.flatMap(({ stored }) => secretSettings(stored.contribution));
  return [...new Map(secrets.map((secret) => [secret.variable, secret])).values()];
}

/**
 * An existing project's `.env` with the secrets of plugins that have come: lines at the end for variables it hasn't.
 * One that can't be read, or is a link, is left to its owner, who is told what to put into it.
 *
 * @param all every plugin of the project, for a project that has no `.env`
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

/** The project's `.env`. The content is absent if there is no such file; `undefined` if Genlock must not write it. */
export function readEnvironment(root: string): { readonly text?: string } | undefined {
  try {
    const bytes = readProjectFile({ root }, environmentFile);
    return bytes === undefined
      ? {}
      : { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof GenlockError || error instanceof TypeError) return undefined;
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
