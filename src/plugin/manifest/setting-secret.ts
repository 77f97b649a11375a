import type { SchemaFault } from '../../core/schema-check.ts';
import { partialSettings, type PartialSetting } from './partial-setting.ts';

/**
 * Checks keys that only secrets can have, and keys that secrets cannot have. A default would give all projects the same
 * secret.
 */
export function settingSecrets(manifest: unknown): readonly SchemaFault[] {
  return partialSettings(manifest).flatMap((entry) =>
    faults(entry).map(([key, message]) => ({
      code: 'PLUGIN_SETTING_SECRET_INVALID',
      message,
      path: [...entry.path, key],
    })),
  );
}

/** A test of each project checks that no response contains a secret. A shorter sample is part of other text. */
const shortestSample = 8;

function faults({ isSecret, isGenerated, type, default: value, sample }: PartialSetting): readonly [string, string][] {
  const found: [string, string][] = [];
  if (isSecret && value !== undefined) found.push(['default', 'A secret has no default.']);
  if (isSecret && typeof sample === 'string' && sample.length < shortestSample) {
    found.push(['sample', `The sample of a secret has at least ${shortestSample} characters.`]);
  }
  if (!isSecret && isGenerated) found.push(['generate', 'Only a secret can be generated.']);
  if (isSecret && isGenerated && type !== undefined && type !== 'string') {
    found.push(['generate', `A generated secret is text, not a ${type}.`]);
  }
  return found;
}
