import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { pluginVariables } from '../generated/variables';
import { databaseUrl } from './database-url';
import { log } from './log';

try {
  process.loadEnvFile();
} catch {
  // Without an .env file, only environment variables apply.
}

// Vite and Vitest set this variable. Without it, this is the built server.
process.env.NODE_ENV ??= 'production';

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z
    .string()
    .refine((text) => isCount(text) || text.split(',').every(isProxy), {
      error: 'Expected a number of proxies, or their addresses',
    })
    .transform((text) => (isCount(text) ? Number(text) : text))
    .default(0),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(0),
  RATE_LIMIT: z.coerce.number().int().min(0).default(3000),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** A plugin can describe `APP_URL` itself. */
const allVariables = variables.extend(pluginVariables);

/** The environment variables, validated at startup. */
export const env = readEnv();
log.level = env.LOG_LEVEL;

function readEnv(): z.infer<typeof allVariables> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const result = allVariables.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return `${name} ${name in given ? `is wrong: ${message}` : 'is missing'}`;
  });
  return refuseEnvironment(problems);
}

/** Ends the process with one line that names every variable to correct. Their values are not logged. */
export function refuseEnvironment(problems: readonly string[]): never {
  const fix = existsSync('.env')
    ? 'Correct .env; .env.example describes every variable.'
    : 'Set the variables in the environment, or run: cp .env.example .env';
  log.fatal({ code: 'environment_invalid' }, `${problems.join('; ')}. ${fix}`);
  process.exit(1);
}

function isCount(text: string): boolean {
  return /^\d$/.test(text);
}

/**
 * Returns whether a string is an address, a network such as `10.0.0.0/8`, or a name that Express
 * defines for networks.
 */
function isProxy(text: string): boolean {
  const [address = '', prefix = '1'] = text.trim().split('/');
  if (/^(loopback|linklocal|uniquelocal)$/.test(text.trim())) return true;
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;
}
