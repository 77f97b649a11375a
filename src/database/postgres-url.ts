import { GenlockError } from '../errors/error.ts';

/**
 * The encryption mode as in libpq: `prefer` encrypts if the server supports it, `require` always encrypts, and only the
 * last two modes verify the certificate.
 */
export type SslMode = (typeof sslModes)[number];
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** A PostgreSQL database with the selected schema. */
export interface PostgresDatabase {
  readonly provider: 'postgresql';
  /** The host name or address, or the absolute folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Absent if the server requires no password. */
  readonly password?: string;
  /** The database's name. */
  readonly name: string;
  /** The value of `?schema=`, or `public`. */
  readonly schema: string;
  readonly sslMode: SslMode;
  /** The path of the trusted certificates; the system's certificates if absent. */
  readonly rootCertificate?: string;
  /** The connection timeout in milliseconds. */
  readonly connectTimeout: number;
  /** The URL without user, password and options. */
  readonly label: string;
}

/**
 * Parses the URL as Prisma does. Options for Prisma's pool and statements (`pgbouncer`, `connection_limit`,
 * `pool_timeout`, `statement_cache_size`, `socket_timeout`) are ignored, because a command uses one connection.
 *
 * @throws GenlockError `DATA_URL_INVALID`, without repeating the URL, which may hold a password
 */
export function parsePostgresUrl(text: string): PostgresDatabase {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw invalid('special characters in its user name and password are written as %XX');
  const { searchParams } = url;
  const name = decoded(url.pathname.slice(1));
  const host = searchParams.get('host') ?? decoded(url.hostname).replaceAll(/^\[|\]$/g, '');
  if (name === '') throw invalid('it names no database after the host');
  if (host === '') throw invalid('it names no host');
  const password = decoded(url.password);
  const rootCertificate = searchParams.get('sslrootcert') ?? searchParams.get('sslcert');
  const schema = searchParams.get('schema') || 'public';
  return {
    provider: 'postgresql',
    host,
    port: Number(url.port || 5432),
    user: decoded(url.username) || 'postgres',
    ...(password === '' ? {} : { password }),
    name,
    schema,
    sslMode: sslModeOf(searchParams),
    ...(rootCertificate === null ? {} : { rootCertificate }),
    connectTimeout: 1000 * (Number(searchParams.get('connect_timeout')) || 10),
    label: `postgresql://${url.host || host}/${name}${schema === 'public' ? '' : `?schema=${schema}`}`,
  };
}

/** `prefer` is Prisma's default; its `sslaccept=strict` checks the certificate. */
function sslModeOf(options: URLSearchParams): SslMode {
  const given = options.get('sslmode') ?? 'prefer';
  const mode = sslModes.find((known) => known === (given === 'allow' ? 'prefer' : given));
  if (mode === undefined) throw invalid(`sslmode is one of ${sslModes.join(', ')}`);
  return mode === 'require' && options.get('sslaccept') === 'strict' ? 'verify-full' : mode;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('a % in it is written %25');
  }
}

function invalid(reason: string): GenlockError {
  return new GenlockError({
    code: 'DATA_URL_INVALID',
    message: `DATABASE_URL can't be used: ${reason}`,
    hint: 'For PostgreSQL write DATABASE_URL="postgresql://user:password@host:5432/database".',
  });
}
