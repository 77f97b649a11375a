import { constantCase } from 'change-case';
import type { SettingSchema } from '../../sandbox/index.ts';
import type { Contribution } from './plugin.ts';
import { settingSchemas } from './setting-schemas.ts';

/**
 * Secret of a plugin: its environment variable, whether the application requires it, and whether Genlock generates its
 * value.
 */
export interface SecretSetting {
  readonly key: string;
  readonly variable: string;
  readonly required: boolean;
  readonly generate: boolean;
}

/**
 * Returns the environment variable of a secret: the one in its entry, otherwise `<PLUGIN>_<KEY>` in capitals, with `_`
 * for the scope and all punctuation (the plugin contract). It begins with a letter, as shells require.
 */
export function secretVariable(plugin: string, key: string, entry: Pick<SettingSchema, 'env'>): string {
  const variable = entry.env ?? `${constantCase(plugin)}_${constantCase(key)}`;
  return /^[A-Z]/u.test(variable) ? variable : `PLUGIN_${variable.replace(/^_+/u, '')}`;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Variables that the application, shells, loaders, interpreters and network clients read. */
const reservedNames = new Set(
  words(`
    DATABASE_URL DIRECT_DATABASE_URL DRAIN_SECONDS HOST JOBS LOG_LEVEL PGPASSWORD PORT POSTGRES_PASSWORD RATE_LIMIT TRUST_PROXY
    APPDATA BASH_ENV BROWSER CDPATH CI COLUMNS COMSPEC DEBUG DISPLAY EDITOR ENV HOME HOMEDRIVE HOMEPATH HOSTNAME IFS LANG
    LANGUAGE LOCALAPPDATA LOGNAME MAIL OLDPWD PAGER PATH PATHEXT PROGRAMDATA PROMPT_COMMAND PWD SHELL SHELLOPTS SHLVL
    SYSTEMDRIVE SYSTEMROOT TEMP TERM TMP TMPDIR TZ USER USERNAME USERPROFILE VISUAL WINDIR
    CLASSPATH JAVA_TOOL_OPTIONS PERL5LIB PERL5OPT RUBYLIB RUBYOPT
    ALL_PROXY FTP_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY SSL_CERT_DIR SSL_CERT_FILE
  `),
);

/** Variables that the authentication plugin reads. */
const authNames = new Set(
  words('APP_URL AUTH_ALLOWED_ORIGINS AUTH_RATE_LIMIT AUTH_REFRESH_GRACE BCRYPT_COST REDIS_URL'),
);

/** Prefixes of reserved variables: Node and its tools, the system loader, telemetry, git, containers. */
const reservedFamily =
  /^(?:NODE|NPM|COREPACK|YARN|PNPM|BUN|DENO|UV|LD|DYLD|MALLOC|LC|XDG|PRISMA|VITE|VITEST|GENLOCK|OPENSSL|OTEL|GIT|SSH|DOCKER)(?:_.*)?$|^PYTHON/u;

/**
 * Returns whether a variable is reserved, so that a plugin's setting with this name would affect other programs.
 *
 * @param plugin.isAuth whether the plugin provides authentication
 */
export function isReservedVariable(variable: string, { isAuth }: { readonly isAuth: boolean }): boolean {
  return reservedNames.has(variable) || reservedFamily.test(variable) || (!isAuth && authNames.has(variable));
}

/** Returns the secrets of a plugin: settings of the manifest, then settings from `registerSettings`. */
export function secretSettings({ manifest, operations }: Contribution): readonly SecretSetting[] {
  const secrets = Object.entries(settingSchemas({ manifest, operations })).filter(([, entry]) => entry.secret === true);
  return secrets.map(([key, entry]) => {
    const variable = secretVariable(manifest.name, key, entry);
    return { key, variable, required: entry.required === true, generate: entry.generate === true };
  });
}
