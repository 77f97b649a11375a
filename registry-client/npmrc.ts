import { RegistryError } from './errors.ts';
import { readIni } from './ini.ts';
import { addressProblem, registryUrl } from './origins.ts';
import { proxyIn, type ProxySettings } from './proxy.ts';

/** Content of an `.npmrc` file. */
export interface NpmrcFile {
  /** Project files are untrusted. Only their registry lines without variables count. */
  readonly level: 'project' | 'user' | 'global';
  readonly file: string;
  readonly text: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Registry settings in npm's configuration. */
export interface NpmSettings extends ProxySettings {
  /** Default registry for packages without a scope registry; `undefined` means the public registry. */
  readonly registry: string | undefined;
  /** `@acme` → registry. */
  readonly scopes: ReadonlyMap<string, string>;
  /** `//host/path/:_authToken` → value, and npm's other credential keys. */
  readonly credentials: ReadonlyMap<string, string>;
  /** Tokens for one scope: `@acme` → `//host/path/:_authToken` → value. */
  readonly scopeTokens: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Credential key without its last part, such as `//host/path/` → the file or variable that sets it. */
  readonly credentialFiles: ReadonlyMap<string, string>;
  /** Registry address → the line that sets it, such as `"registry" in /home/ada/.npmrc`. */
  readonly addressLines: ReadonlyMap<string, string>;
  /** File with certificate authorities, PEM. */
  readonly caFile: string | undefined;
  /** Certificate authorities, PEM; overrides `caFile`. */
  readonly ca: string | undefined;
  /** Registries configured outside the project. Addresses below them are also trusted. */
  readonly known: readonly string[];
  /**
   * Addresses with credentials outside the project. Only the exact address is trusted, because a host may have many
   * tenants.
   */
  readonly knownExactly: readonly string[];
  /** Lines with an unusable registry, by key. No other registry replaces an unusable registry. */
  readonly unusable: ReadonlyMap<string, IgnoredLine>;
  /** Ignored lines with their reasons. */
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
/** Keys that affect the connection or credentials. Ignored lines with these keys are reported. */
const weighty = /^(?:\/\/|_auth|_password|username|proxy$|https-proxy$|noproxy$|cafile$|ca$|strict-ssl$)/u;

interface Line {
  readonly key: string;
  readonly value: string;
  readonly file: string;
  readonly level: NpmrcFile['level'] | 'environment';
}

/**
 * Reads npm's settings in npm's order: `npm_config_…` variables, project file, user file, global file. The first value
 * wins. A project cannot override a scope registry from another source.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for an invalid proxy address or a file in another format
 */
export function readNpmSettings(files: readonly NpmrcFile[], env: Environment): NpmSettings {
  const levels = ['project', 'user', 'global'] as const;
  const sorted = levels.flatMap((level) => files.filter((file) => file.level === level));
  const lines = [...environmentLines(env), ...sorted.flatMap((file) => linesOf(file, env))];
  const bound = new Set(lines.filter(({ level }) => level !== 'project').map(({ key }) => key));
  const checked = lines.map((line) => ({ line, reason: problemOf(line) ?? rebinds(line, bound) }));
  const sound = checked.flatMap(({ line, reason }) => (reason === undefined ? [line] : []));
  const trusted = sound.filter(({ level }) => level !== 'project');
  const settings = new Map(sound.map(({ key, value }) => [key, value] as const).toReversed());
  return {
    registry: registryUrl(settings.get('registry') ?? ''),
    scopes: scopesIn(settings),
    credentials: new Map([...settings].filter(([key]) => credentialKey.test(key) && !scopeCredentialKey.test(key))),
    scopeTokens: scopeTokensIn(settings),
    credentialFiles: credentialFilesIn(trusted),
    addressLines: addressLinesIn(sound),
    ...proxyIn(settings, env),
    caFile: settings.get('cafile'),
    ca: authoritiesIn(settings),
    known: trusted.filter(({ key }) => isRegistryKey(key)).flatMap(({ value }) => registryUrl(value) ?? []),
    knownExactly: trusted.flatMap(({ key }) => basesOf(key)),
    unusable: unusableIn(checked),
    ignored: checked.flatMap(({ line: { file, key }, reason }) =>
      reason === undefined || !isReported(key) ? [] : [{ file, key, reason }],
    ),
  };
}

interface CheckedLine {
  readonly line: Line;
  /** Why the line is ignored. */
  readonly reason: string | undefined;
}

/** Returns the unusable registry lines. Lines from other sources replace a rejected project line. */
function unusableIn(checked: readonly CheckedLine[]): NpmSettings['unusable'] {
  const byKey = Map.groupBy(
    checked.filter(({ line }) => isRegistryKey(line.key)),
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

/** Returns whether an ignored line with this key is reported to the user. */
function isReported(key: string): boolean {
  return weighty.test(key) || isRegistryKey(key);
}

function isRegistryKey(key: string): boolean {
  return key === 'registry' || scopeKey.test(key);
}

function rebinds({ key, level }: Line, bound: ReadonlySet<string>): string | undefined {
  if (level !== 'project' || !scopeKey.test(key) || !bound.has(key)) return undefined;
  return 'your own settings already set a registry for this scope';
}

/** Returns the registry addresses in a credential key such as `//host/path/:_authToken`. */
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

/** The first line for a key counts. */
function credentialFilesIn(lines: readonly Line[]): NpmSettings['credentialFiles'] {
  const own = lines.filter(({ key }) => credentialKey.test(key)).toReversed();
  return new Map(own.map(({ key, file }) => [key.slice(0, key.lastIndexOf(':')), file]));
}

/** The first line for an address counts. */
function addressLinesIn(lines: readonly Line[]): NpmSettings['addressLines'] {
  const own = lines.filter(({ key }) => isRegistryKey(key)).toReversed();
  return new Map(
    own.flatMap(({ key, value, file }) => {
      const url = registryUrl(value);
      return url === undefined ? [] : [[url, `"${key}" in ${file}`] as const];
    }),
  );
}

/** Returns certificate authorities as PEM. As in npm, a backslash and `n` may represent a line break. */
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
    // Supported lists: `ca[]`, and registry keys, which npm joins to one address.
    const isList = (key === 'ca' || isRegistryKey(key)) && Array.isArray(value);
    const one: unknown = isList ? value.join('\n') : value;
    return typeof one === 'string' || typeof one === 'boolean'
      ? [{ key: read(key), value: read(String(one)), file, level }]
      : [];
  });
}

/** Returns all keys with their raw values. @throws RegistryError REGISTRY_CONFIG_INVALID */
export function settingsIn(text: string, file: string): readonly (readonly [key: string, value: unknown])[] {
  const settings = readIni(text);
  if (settings !== undefined) return Object.entries(settings);
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} cannot be read: it is not in npm's ini format`);
}

/**
 * Expands `${NAME}` and `${NAME?}` with environment values. Unset variables with `?` become empty, and others are
 * unchanged. As in npm, a backslash escapes the reference, and two backslashes are one.
 */
function expand(text: string, env: Environment): string {
  return text.replaceAll(/(?<!\\)(\\*)\$\{([^${}?]+)\??\}/gu, (found, escapes: string, name: string) => {
    const backslashes = escapes.slice(Math.ceil(escapes.length / 2));
    const reference = found.slice(escapes.length);
    if (escapes.length % 2 === 1) return backslashes + reference;
    return backslashes + (env[name] ?? (reference.endsWith('?}') ? '' : reference));
  });
}

/** Returns whether a string contains a variable reference. */
export function hasVariable(text: string): boolean {
  const start = text.indexOf('${');
  return start !== -1 && text.includes('}', start);
}

/** Returns why a line is ignored; `undefined` if the line is valid. */
function problemOf({ key, value, level }: Line): string | undefined {
  if (level === 'project' && !isRegistryKey(key)) return 'a project file may only set registries';
  if (hasVariable(key + value)) {
    return level === 'project' ? 'a project file may not use variables' : 'it uses an unset variable';
  }
  if (isRegistryKey(key) && registryUrl(value) === undefined) return addressProblem(value);
  const [, , , kind = '_authToken'] = scopeCredentialKey.exec(key) ?? [];
  if (kind !== '_authToken') return 'only a token can apply to one scope: //host/:@scope:_authToken';
  if (key === 'strict-ssl' && value === 'false') return 'certificates are always checked';
  if (/^(?:_auth|_authToken|_password|-auth|-authtoken|-password)$/iu.test(key))
    return 'credentials must name a registry: //host/:_authToken';
  return undefined;
}
