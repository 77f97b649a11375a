import type { SettingSchema } from '../../sandbox/index.ts';
import { manifestRules } from '../plugin/manifest/rules.ts';
import { ofKind, refusal, type OperationValidator, type Diagnostic, type ValidationContext } from './context.ts';

/**
 * Validates settings of calls by the manifest's rules: only the plugin's own settings, without contradictions. A secret
 * must not use a reserved variable of the application, Node or the system.
 */
export const validateSettings: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerSettings');
  const { manifest } = trial;
  const schemas = new Map(Object.entries(manifest.settings));
  for (const { pluginId, schema } of operations) {
    if (pluginId !== manifest.name) {
      yield refusal(trial, { code: 'JUDGE_SETTING_OWNER', reason: `registers settings of ${pluginId}` });
    }
    for (const [key, entry] of Object.entries(schema)) {
      const described = schemas.get(key);
      if (described !== undefined && !sameSchema(described, entry)) {
        const reason = `registers the setting ${key} again with a different schema`;
        yield refusal(trial, { code: 'JUDGE_SETTING_CONTRADICTS', reason });
      }
      schemas.set(key, entry);
    }
  }
  yield* schemaFaults(Object.fromEntries(schemas), trial);
};

/** Applies the manifest's rules to all settings. */
function* schemaFaults(
  schema: Readonly<Record<string, SettingSchema>>,
  trial: ValidationContext,
): Iterable<Diagnostic> {
  const { name, provides } = trial.manifest;
  for (const { code, message, path } of manifestRules.flatMap((find) =>
    find({ name, provides, settings: { schema } }),
  )) {
    const isVariable = code === 'PLUGIN_SETTING_ENV_INVALID';
    yield refusal(trial, {
      code: isVariable ? 'JUDGE_SETTING_VARIABLE' : 'JUDGE_SETTING_INVALID',
      reason: `registers an invalid setting ${String(path[2])}: ${message}`,
    });
  }
}

function sameSchema(one: SettingSchema, other: SettingSchema): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return entries.length === values.size && entries.every(([key, value]) => values.get(key) === value);
}
