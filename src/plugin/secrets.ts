import { constantCase } from 'change-case';
import type { SettingSchema } from '../../sandbox/index.ts';
import type { Contribution } from './plugin.ts';
import { settingSchemas } from './setting-schemas.ts';

/** A secret of a plugin: what holds it, whether the application needs it to start, and whether a strong value is made for it. */
export interface SecretSetting {
  readonly key: string;
  readonly variable: string;
  readonly required: boolean;
  readonly generate: boolean;
}

/**
 * The environment variable of a secret: the one its entry names, else `<PLUGIN>_<KEY>` in capitals, with the scope
 * and every punctuation as `_` (the plugin contract). Begins with a letter, as shells demand.
 */
export function secretVariable(plugin: string, key: string, entry: Pick<SettingSchema, 'env'>): string {
  const variable = entry.env ?? `${constantCase(plugin)}_${constantCase(key)}`;
  return /^[A-Z]/u.test(variable) ? variable : `PLUGIN_${variable.replace(/^_+/u, '')}`;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** What the application reads, what shells, loaders and interpreters read, and how programs find the network. */
const reservedNames = new Set(
  words(`
    DATABASE_URL DRAIN_SECONDS HOST LOG_LEVEL PORT TRUST_PROXY
    APPDATA BASH_ENV BROWSER CDPATH CI COLUMNS COMSPEC DEBUG DISPLAY EDITOR ENV HOME HOMEDRIVE HOMEPATH HOSTNAME IFS LANG
    LANGUAGE LOCALAPPDATA LOGNAME MAIL OLDPWD PAGER PATH PATHEXT PROGRAMDATA PROMPT_COMMAND PWD SHELL SHELLOPTS SHLVL
    SYSTEMDRIVE SYSTEMROOT TEMP TERM TMP TMPDIR TZ USER USERNAME USERPROFILE VISUAL WINDIR
    CLASSPATH JAVA_TOOL_OPTIONS PERL5LIB PERL5OPT RUBYLIB RUBYOPT
    ALL_PROXY FTP_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY SSL_CERT_DIR SSL_CERT_FILE
  `),
);

/** What the plugin that provides authentication reads. */
const authNames = new Set(
  words('APP_URL AUTH_ALLOWED_ORIGINS AUTH_RATE_LIMIT AUTH_REFRESH_GRACE BCRYPT_COST REDIS_URL'),
);

/** Families of variables: Node and its tools, the system's loader, git, containers. */
const reservedFamily =
  /^(?:NODE|NPM|COREPACK|YARN|PNPM|BUN|DENO|UV|LD|DYLD|MALLOC|LC|XDG|PRISMA|VITE|VITEST|GENLOCK|OPENSSL|GIT|SSH|DOCKER)(?:_.*)?$|^PYTHON/u;

/**
 * Whether a variable means something to others, so that a plugin's setting under its name would change how they act.
 *
 * @param plugin.isAuth whether the plugin provides authentication
 */
export function isReservedVariable(variable: string, { isAuth }: { readonly isAuth: boolean }): boolean {
  return reservedNames.has(variable) || reservedFamily.test(variable) || (!isAuth && authNames.has(variable));
}

/** The secrets of a plugin: those its manifest describes, then those `registerSettings` adds. */
export function secretSettings({ manifest, operations }: Contribution): readonly SecretSetting[] {
  const secrets = Object.entries(settingSchemas({ manifest, operations })).filter(([, entry]) => entry.secret === true);
  return secrets.map(([key, entry]) => {
    const variable = secretVariable(manifest.name, key, entry);
    return { key, variable, required: entry.required === true, generate: entry.generate === true };
  });
}
