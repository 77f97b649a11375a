import { resolve } from 'node:path';
import * as z from 'zod';
import { readJsonDocument } from '../src/core/json-document.ts';
import { checkSchema, oneCode, problemsIn, refuse } from '../src/core/schema-check.ts';
import { GenlockError, throwProblems } from '../src/errors/error.ts';

/** Who may do something with packages: names of users and of groups. */
export interface PackageRule {
  /** A name, or the beginning of names and a final `*`. */
  readonly pattern: string;
  /** Who may see and fetch it; everybody who may read at all, if absent. */
  readonly access?: readonly string[];
  /** Who may publish it, all of them alike; whoever published it first, if absent. */
  readonly publish?: readonly string[];
}

/** How a team's registry runs. All but where it stores is closed unless said otherwise. */
export interface RegistryConfiguration {
  /** Folder of everything it keeps, absolute. */
  readonly storage: string;
  readonly host: string;
  readonly port: number;
  /** The https address people know it by, where something in front ends TLS; final slash. */
  readonly publicUrl?: string;
  /** Whether anybody may make an account. */
  readonly selfRegistration: boolean;
  /** Whether packages may be fetched without an account. */
  readonly anonymousRead: boolean;
  /** Whether owners may take versions back. Their numbers are never given out again. */
  readonly unpublish: boolean;
  /** Group → users. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The first that fits counts. */
  readonly packages: readonly PackageRule[];
  /** Registries that are asked for names of their own: address → patterns. */
  readonly uplinks: ReadonlyMap<string, readonly string[]>;
}

const code = 'REGISTRY_SERVER_CONFIG_INVALID';
const codes = oneCode(code);

const judged = (isRight: (text: string) => boolean, message: string) =>
  z.string().check((context) => {
    if (!isRight(context.value)) refuse(context, { code, message });
  });

/** What users, and groups of them, can be called. */
export const userName = /^[a-z0-9][a-z0-9._-]{0,63}$/u;
const packagePattern = /^(?:\*|@[a-z0-9][a-z0-9._-]*\/(?:\*|[a-z0-9][a-z0-9._-]*\*?)|[a-z0-9][a-z0-9._-]*\*?)$/u;

const user = judged((text) => userName.test(text), 'A name of a user or a group is lower case: letters, digits, . _ -');
const pattern = judged(
  (text) => packagePattern.test(text),
  'A pattern is a name, or the beginning of one with a final *, such as @acme/premium-*.',
);
const address = judged(
  (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
  'An address begins with https://.',
);
const port = z.number().check((context) => {
  if (Number.isSafeInteger(context.value) && context.value >= 0 && context.value < 65_536) return;
  refuse(context, { code, message: 'A port is a whole number below 65536.' });
});
const users = z.array(user);

const configurationSchema = z.strictObject({
  storage: z.string().exactOptional(),
  host: z.string().exactOptional(),
  port: port.exactOptional(),
  publicUrl: address.exactOptional(),
  selfRegistration: z.boolean().exactOptional(),
  anonymousRead: z.boolean().exactOptional(),
  unpublish: z.boolean().exactOptional(),
  groups: z.record(user, users).exactOptional(),
  packages: z
    .record(pattern, z.strictObject({ access: users.exactOptional(), publish: users.exactOptional() }))
    .exactOptional(),
  uplinks: z.record(address, z.array(pattern)).exactOptional(),
});

/** What was said on the command line; it counts before the file. */
export interface RegistryFlags {
  readonly storage?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly publicUrl?: string | undefined;
}

interface Read {
  /** The file's text and its absolute path; none where there is no file. */
  readonly written?: { readonly text: string; readonly file: string } | undefined;
  /** The folder paths of flags are meant from, absolute. */
  readonly cwd: string;
}

/**
 * The configuration of a file, of flags, and of what holds where neither says anything.
 *
 * @throws GenlockError REGISTRY_SERVER_CONFIG_INVALID with all problems at once; REGISTRY_SERVER_INSECURE if others
 * could read along
 */
export function readRegistryConfiguration({ written, cwd }: Read, flags: RegistryFlags): RegistryConfiguration {
  const said = written === undefined ? {} : parse(written);
  const { groups = {}, packages = {}, uplinks = {} } = said;
  const publicUrl = publicAddress(flags.publicUrl ?? said.publicUrl);
  const configuration = {
    storage: storageFolder({ written, cwd }, { flag: flags.storage, said: said.storage }),
    host: flags.host ?? said.host ?? '127.0.0.1',
    port: flags.port ?? said.port ?? 4873,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    selfRegistration: said.selfRegistration ?? false,
    anonymousRead: said.anonymousRead ?? false,
    unpublish: said.unpublish ?? false,
    groups: new Map(Object.entries(groups)),
    packages: Object.entries(packages).map(([name, rule]) => ({ pattern: name, ...rule })),
    uplinks: new Map(Object.entries(uplinks)),
  };
  requireSecure(configuration);
  return configuration;
}

function parse({ text, file }: { readonly text: string; readonly file: string }): z.infer<typeof configurationSchema> {
  const document = readJsonDocument(text, { file, codes });
  const shape = checkSchema(configurationSchema, { value: document.value, codes });
  throwProblems(problemsIn(document, [...shape.unknownKeys, ...shape.findings]));
  if (shape.data === undefined) throw new Error('a configuration without problems has no data');
  return shape.data;
}

function storageFolder(
  { written, cwd }: Read,
  { flag, said }: { readonly flag: string | undefined; readonly said: string | undefined },
): string {
  if (flag !== undefined) return resolve(cwd, flag);
  return written === undefined ? resolve(cwd, said ?? 'registry') : resolve(written.file, '..', said ?? 'registry');
}

function publicAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && new URL(text).protocol === 'https:') {
    const { href } = new URL(text);
    return href.endsWith('/') ? href : `${href}/`;
  }
  throw new GenlockError({ code, message: `${JSON.stringify(text)} is no https address` });
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/u;

/** Passwords and tokens go in plain text from whatever ends TLS to here. */
function requireSecure({ host, publicUrl }: Pick<RegistryConfiguration, 'host' | 'publicUrl'>): void {
  if (loopback.test(host) || publicUrl !== undefined) return;
  const message = `the registry would speak plain http on ${JSON.stringify(host)}, where others can read along`;
  throw new GenlockError({ code: 'REGISTRY_SERVER_INSECURE', message });
}

/** Whether a pattern means a package. */
export function fits(pattern: string, name: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.endsWith('*')) return pattern === name;
  const start = pattern.slice(0, -1);
  return name.startsWith(start) && !name.slice(start.length).includes('/');
}

/** Users a list of users and groups means. */
export function usersOf(
  names: readonly string[],
  { groups }: Pick<RegistryConfiguration, 'groups'>,
): readonly string[] {
  return [...new Set(names.flatMap((name) => groups.get(name) ?? [name]))];
}

/** Whether a configuration lets somebody of a name do what not everybody may. */
export function isNamed(
  user: string,
  { groups, packages }: Pick<RegistryConfiguration, 'groups' | 'packages'>,
): boolean {
  const rules = packages.flatMap(({ access = [], publish = [] }) => [...access, ...publish]);
  return [...groups.values(), rules].some((names) => names.includes(user));
}

/** Whom a rule lets see a package: everybody who is let in, if it names nobody. Whoever may publish one may see it. */
export function readersOf(
  { access, publish = [] }: PackageRule,
  configuration: Pick<RegistryConfiguration, 'groups'>,
): readonly string[] | undefined {
  return access === undefined ? undefined : usersOf([...access, ...publish], configuration);
}
