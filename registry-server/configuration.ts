import { resolve } from 'node:path';
import * as z from 'zod';
import { readJsonDocument } from '../src/core/json-document.ts';
import { checkSchema, oneCode, problemsIn, refuse } from '../src/core/schema-check.ts';
import { GenlockError, throwProblems } from '../src/errors/error.ts';

/** Access rule for packages, with user and group names. */
export interface PackageRule {
  /** A package name, or a prefix with a final `*`. */
  readonly pattern: string;
  /** Users who may see and fetch the package. Defaults to all users with read access. */
  readonly access?: readonly string[];
  /** Users who may publish the package. Defaults to the package's owners. */
  readonly publish?: readonly string[];
}

/** Configuration of a team registry. The defaults deny access. */
export interface RegistryConfiguration {
  /** Folder for all data, absolute. */
  readonly storage: string;
  readonly host: string;
  readonly port: number;
  /** Public https address if a proxy terminates TLS; with a final slash. */
  readonly publicUrl?: string;
  /** Whether users may create their own accounts. */
  readonly selfRegistration: boolean;
  /** Whether packages can be fetched without an account. */
  readonly anonymousRead: boolean;
  /** Whether owners may unpublish versions. Version numbers are never reused. */
  readonly unpublish: boolean;
  /** Group → users. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Access rules; the first match counts. */
  readonly packages: readonly PackageRule[];
  /** Users and groups who may publish new names in a scope, unless a rule has `publish`. */
  readonly publishers: readonly string[];
  /** Upstream registries: address → package patterns. */
  readonly uplinks: ReadonlyMap<string, readonly string[]>;
}

const code = 'REGISTRY_SERVER_CONFIG_INVALID';
const codes = oneCode(code);

const checkedText = (isRight: (text: string) => boolean, message: string) =>
  z.string().check((context) => {
    if (!isRight(context.value)) refuse(context, { code, message });
  });

/** Pattern for user and group names. */
export const userName = /^[a-z0-9][a-z0-9._-]{0,63}$/u;
const packagePattern = /^(?:\*|@[a-z0-9][a-z0-9._-]*\/(?:\*|[a-z0-9][a-z0-9._-]*\*?)|[a-z0-9][a-z0-9._-]*\*?)$/u;

const user = checkedText(
  (text) => userName.test(text),
  'A name of a user or a group is lower case: letters, digits, . _ -',
);
const pattern = checkedText(
  (text) => packagePattern.test(text),
  'A pattern is a name, or the beginning of one with a final *, such as @acme/premium-*.',
);
const address = checkedText(
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
  publishers: users.exactOptional(),
  groups: z.record(user, users).exactOptional(),
  packages: z
    .record(pattern, z.strictObject({ access: users.exactOptional(), publish: users.exactOptional() }))
    .exactOptional(),
  uplinks: z.record(address, z.array(pattern)).exactOptional(),
});

/** Command line flags, which override the file. */
export interface RegistryFlags {
  readonly storage?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly publicUrl?: string | undefined;
  readonly publishers?: readonly string[] | undefined;
}

interface Read {
  /** The file's text and absolute path; absent without a file. */
  readonly written?: { readonly text: string; readonly file: string } | undefined;
  /** Base folder for relative paths in flags, absolute. */
  readonly cwd: string;
}

/**
 * Reads the configuration from a file, flags and defaults.
 *
 * @throws GenlockError REGISTRY_SERVER_CONFIG_INVALID with all problems at once; REGISTRY_SERVER_INSECURE if the
 * connection would not be encrypted
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
    publishers: namedPublishers(flags.publishers) ?? said.publishers ?? [],
    groups: new Map(Object.entries(groups)),
    packages: Object.entries(packages).map(([name, rule]) => ({ pattern: name, ...rule })),
    uplinks: new Map(Object.entries(uplinks)),
  };
  requireSecure(configuration);
  return configuration;
}

function namedPublishers(names: readonly string[] | undefined): readonly string[] | undefined {
  const wrong = names?.find((name) => !userName.test(name));
  if (wrong === undefined) return names;
  throw new GenlockError({ code, message: `${JSON.stringify(wrong)} is not a name of a user or a group` });
}

function parse({ text, file }: { readonly text: string; readonly file: string }): z.infer<typeof configurationSchema> {
  const document = readJsonDocument(text, { file, codes });
  const shape = checkSchema(configurationSchema, { value: document.value, codes });
  throwProblems(problemsIn(document, [...shape.unknownKeys, ...shape.faults]));
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
  throw new GenlockError({ code, message: `${JSON.stringify(text)} is not an https address` });
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/u;

/** Refuses plain http on the network, because passwords and tokens would be sent unencrypted. */
function requireSecure({ host, publicUrl }: Pick<RegistryConfiguration, 'host' | 'publicUrl'>): void {
  if (loopback.test(host) || publicUrl !== undefined) return;
  const message = `the registry would use plain http on ${JSON.stringify(host)}, where traffic can be intercepted`;
  throw new GenlockError({ code: 'REGISTRY_SERVER_INSECURE', message });
}

/** Returns whether a pattern matches a package name. */
export function fits(pattern: string, name: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.endsWith('*')) return pattern === name;
  const start = pattern.slice(0, -1);
  return name.startsWith(start) && !name.slice(start.length).includes('/');
}

/** Returns the users in a list of users and groups. */
export function usersOf(
  names: readonly string[],
  { groups }: Pick<RegistryConfiguration, 'groups'>,
): readonly string[] {
  return [...new Set(names.flatMap((name) => groups.get(name) ?? [name]))];
}

/** Returns whether a configuration grants special access to a user name. */
export function isNamed(
  user: string,
  { groups, packages, publishers }: Pick<RegistryConfiguration, 'groups' | 'packages' | 'publishers'>,
): boolean {
  const rules = packages.flatMap(({ access = [], publish = [] }) => [...access, ...publish]);
  return [...groups.values(), rules, publishers].some((names) => names.includes(user));
}

/**
 * Returns the users who may read a package under a rule; `undefined` if the rule does not restrict access. Publishers
 * may always read.
 */
export function readersOf(
  { access, publish = [] }: PackageRule,
  configuration: Pick<RegistryConfiguration, 'groups'>,
): readonly string[] | undefined {
  return access === undefined ? undefined : usersOf([...access, ...publish], configuration);
}
