import type { SecretFile } from '../apply/targets.ts';
import { secretSettings } from '../plugin/secrets.ts';
import type { NextStep } from '../plan/plan.ts';
import type { RanPlugin } from './plugins.ts';

/** The variables a project starts with, and what its owner must still fill in. */
export interface StartingEnvironment {
  readonly file: SecretFile;
  readonly steps: readonly NextStep[];
}

/** Bytes of a generated secret: 256 bits, so that it is strong as a key of any supported algorithm. */
const secretBytes = 32;

/**
 * `.env` for a new project: the database, a strong value for every secret its plugin wants generated, an empty line
 * for the others. An existing `.env` is left alone.
 */
export function startingEnvironment(
  plugins: readonly RanPlugin[],
  random: (bytes: number) => Uint8Array,
): StartingEnvironment {
  const found = plugins.flatMap(({ stored }) => secretSettings(stored.contribution));
  const secrets = [...new Map(found.map((secret) => [secret.variable, secret])).values()];
  const lines = [
    'DATABASE_URL="file:./data/dev.db"',
    ...secrets.map(({ variable, generate }) =>
      generate ? `${variable}="${Buffer.from(random(secretBytes)).toString('base64url')}"` : `${variable}=`,
    ),
  ];
  const steps = secrets
    .filter(({ generate }) => !generate)
    .map(({ variable }) => ({
      command: `edit .env: ${variable}=…`,
      reason: 'The application needs this value to start.',
    }));
  return { file: { path: '.env', content: `${lines.join('\n')}\n` }, steps };
}
