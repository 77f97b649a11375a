import { RegistryError } from './errors.ts';
import { readIni } from './ini.ts';
import { registryUrl } from './origins.ts';
import { proxyIn, type ProxySettings } from './proxy.ts';

/** One `.npmrc`, as it was read. */
export interface NpmrcFile {
  /** A project's file comes with what was cloned: only its literal registry lines count. */
  readonly level: 'project' | 'user' | 'global';
  readonly file: string;
  readonly text: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What npm's configuration says of registries. */
export interface NpmSettings extends ProxySettings {
  /** The one for everything without a scope of its own; the public one if nothing is said. */
  readonly registry: string | undefined;
  /** `@acme` → registry. */
  readonly scopes: ReadonlyMap<string, string>;
  /** `//host/path/:_authToken` → value, and the other keys npm knows. */
  readonly credentials: ReadonlyMap<string, string>;
  /** Tokens that are for names of one scope: `@acme` → `//host/path/:_authToken` → value. */
  readonly scopeTokens: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** File of certificate authorities, PEM. */
  readonly caFile: string | undefined;
  /** Certificate authorities, PEM; the file doesn't count then. */
  readonly ca: string | undefined;
  /** Registries that somebody else than the project names; what is below them is theirs, too. */
  readonly known: readonly string[];
  /** What their credentials are for: that address and no other, as a host may have many tenants. */
  readonly knownExactly: readonly string[];
  /** Lines that name a registry nothing can be asked of, by key: nothing else is asked in its place. */
  readonly unusable: ReadonlyMap<string, IgnoredLine>;
  /** Lines that were passed over, and why. */
  readonly ignored: readonly IgnoredLine[];
}

export interface IgnoredLine {
  readonly file: string;
  readonly key: string;
  readonly reason: string;
}

const credentialKey = /^\/\/\S+:(?:_authToken|_auth|username|_password|certfile|keyfile)$/u;
/** `//host/path/:@acme:_authToken` */
const scopeCredentialKey = /^(\/\/\S+):(@[^/:\s]+):([^/:]+)$/u;
const scopeKey = /^(@[^/:]+):registry$/u;
/** What changes whom the client talks to, or with what; passing it over is worth a word. */
const weighty = /^(?:\/\/|_auth|_password|username|proxy$|https-proxy$|noproxy$|cafile$|ca$|strict-ssl$)/u;

interface Line {
  readonly key: string;
  readonly value: string;
  readonly file: string;
  readonly level: NpmrcFile['level'] | 'environment';
}

/**
 * Reads what npm would read, in its order: the environment's `npm_config_…`, the project's file, the user's, the
 * machine's. The first that says something counts; but a project binds no scope that one of the others has bound.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for a proxy that is none, and a file in another form
 */
export function readNpmSettings(files: readonly NpmrcFile[], env: Environment): NpmSettings {
  const levels = ['project', 'user', 'global'] as const;
  const sorted = levels.flatMap((level) => files.filter((file) => file.level === level));
  const lines = [...environmentLines(env), ...sorted.flatMap((file) => linesOf(file, env))];
  const bound = new Set(lines.filter(({ level }) => level !== 'project').map(({ key }) => key));
  const judged = lines.map((line) => ({ line, reason: problemOf(line) ?? rebinds(line, bound) }));
  const sound = judged.flatMap(({ line, reason }) => (reason === undefined ? [line] : []));
  const trusted = sound.filter(({ level }) => level !== 'project');
  const settings = new Map(sound.map(({ key, value }) => [key, value] as const).toReversed());
  return {
    registry: registryUrl(settings.get('registry') ?? ''),
    scopes: scopesIn(settings),
    credentials: new Map([...settings].filter(([key]) => credentialKey.test(key) && !scopeCredentialKey.test(key))),
    scopeTokens: scopeTokensIn(settings),
    ...proxyIn(settings, env),
    caFile: settings.get('cafile'),
    ca: authoritiesIn(settings),
    known: trusted.filter(({ key }) => isRegistryKey(key)).flatMap(({ value }) => registryUrl(value) ?? []),
    knownExactly: trusted.flatMap(({ key }) => basesOf(key)),
    unusable: unusableIn(judged),
    ignored: judged.flatMap(({ line: { file, key }, reason }) =>
      reason === undefined || !isReported(key) ? [] : [{ file, key, reason }],
    ),
  };
}

interface JudgedLine {
  readonly line: Line;
  /** Why it doesn't count. */
  readonly reason: string | undefined;
}

/** A project's line makes way for one that somebody else has written; no other does. */
function unusableIn(judged: readonly JudgedLine[]): NpmSettings['unusable'] {
  const byKey = Map.groupBy(
    judged.filter(({ line }) => isRegistryKey(line.key)),
    ({ line }) => line.key,
  );
  const first = [...byKey].map(([key, lines]) => {
    const counting = lines.filter(({ line, reason }) => line.level !== 'project' || reason === undefined);
    return [key, [...counting, ...lines][0]] as const;
  });
  return new Map(
    first.flatMap(([key, said]) =>
      said?.reason === undefined ? [] : [[key, { file: said.line.file, key, reason: said.reason }]],
    ),
  );
}

/** Whether somebody is told that such a line is passed over. */
function isReported(key: string): boolean {
  return weighty.test(key) || isRegistryKey(key);
}

function isRegistryKey(key: string): boolean {
  return key === 'registry' || scopeKey.test(key);
}

function rebinds({ key, level }: Line, bound: ReadonlySet<string>): string | undefined {
  if (level !== 'project' || !scopeKey.test(key) || !bound.has(key)) return undefined;
  return 'a scope you have bound yourself stays where it is';
}

/** The addresses a line of credentials is for, by what its key says: `//host/path/`. */
function basesOf(key: string): readonly string[] {
  if (!credentialKey.test(key)) return [];
  const [, base = key.slice(0, key.lastIndexOf(':'))] = scopeCredentialKey.exec(key) ?? [];
  return [`https:${base}`, `http:${base}`].flatMap((place) => registryUrl(place) ?? []);
}

function scopesIn(settings: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...settings].flatMap(([key, value]) => {
      const [, scope] = scopeKey.exec(key) ?? [];
      const url = registryUrl(value);
      return scope === undefined || url === undefined ? [] : [[scope, url]];
    }),
  );
}

function scopeTokensIn(settings: ReadonlyMap<string, string>): NpmSettings['scopeTokens'] {
  const tokens = [...settings].flatMap(([key, value]) => {
    const [, base = '', scope, kind = ''] = scopeCredentialKey.exec(key) ?? [];
    const folder = base.endsWith('/') ? base : `${base}/`;
    return scope === undefined ? [] : [{ scope, token: [`${folder}:${kind}`, value] as const }];
  });
  const byScope = Map.groupBy(tokens, ({ scope }) => scope);
  return new Map([...byScope].map(([scope, own]) => [scope, new Map(own.map(({ token }) => token))]));
}

/** As npm has it: line feeds may be written as two characters. */
function authoritiesIn(settings: ReadonlyMap<string, string>): string | undefined {
  const text = settings.get('ca');
  return text === undefined || text === '' || text === 'null' ? undefined : text.replaceAll(String.raw`\n`, '\n');
}

function environmentLines(env: Environment): readonly Line[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const [, key] = /^npm_config_(.+)$/iu.exec(name) ?? [];
    if (key === undefined || value === undefined || value === '') return [];
    const isAddress = /^(?:\/\/|@)/u.test(key);
    return [
      {
        key: isAddress ? key : key.toLowerCase().replaceAll('_', '-'),
        value,
        file: name,
        level: 'environment' as const,
      },
    ];
  });
}

function linesOf({ level, file, text }: NpmrcFile, env: Environment): readonly Line[] {
  const read = (part: string) => (level === 'project' ? part : expand(part, env));
  return settingsIn(text, file).flatMap(([key, value]) => {
    // The lists that count: `ca[]`, and what npm takes for one address.
    const isList = (key === 'ca' || isRegistryKey(key)) && Array.isArray(value);
    const one: unknown = isList ? value.join('\n') : value;
    return typeof one === 'string' || typeof one === 'boolean'
      ? [{ key: read(key), value: read(String(one)), file, level }]
      : [];
  });
}

/** Every key with its value, as it is written. @throws RegistryError REGISTRY_CONFIG_INVALID */
export function settingsIn(text: string, file: string): readonly (readonly [key: string, value: unknown])[] {
  const settings = readIni(text);
  if (settings !== undefined) return Object.entries(settings);
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} can't be read: it isn't in the form of npm's settings`);
}

/** `${NAME}` is the environment's value, `${NAME?}` too, or nothing if there is none; what isn't known stays as it is. */
function expand(text: string, env: Environment): string {
  return text.replaceAll(/\$\{([^${}?]+)(\?)?\}/gu, (whole, name: string, optional?: string) => {
    return env[name] ?? (optional === undefined ? whole : '');
  });
}

/** Whether something in a text would be read as a variable's value. */
export function hasVariable(text: string): boolean {
  const start = text.indexOf('${');
  return start !== -1 && text.includes('}', start);
}

/** Why a line doesn't count; nothing if it does. */
function problemOf({ key, value, level }: Line): string | undefined {
  if (level === 'project' && !isRegistryKey(key)) return "a project's file may only name registries";
  if (hasVariable(key + value)) {
    return level === 'project' ? "a project's file may not use the environment" : 'it names a variable that is not set';
  }
  if (isRegistryKey(key) && registryUrl(value) === undefined) return 'it is no https address';
  const [, , , kind = '_authToken'] = scopeCredentialKey.exec(key) ?? [];
  if (kind !== '_authToken') return 'only a token can be for one scope: //host/:@scope:_authToken';
  if (key === 'strict-ssl' && value === 'false') return 'certificates are always checked';
  if (/^(?:_auth|_authToken|_password|-auth|-authtoken|-password)$/iu.test(key))
    return 'credentials belong to one registry: //host/:_authToken';
  return undefined;
}
