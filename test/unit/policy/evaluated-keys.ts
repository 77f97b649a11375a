/** The policy keys that apply to plugins. */
import { policyJsonSchema } from '../../../src/policy/json-schema.ts';
import { unquoted } from './policies.ts';

/** Keys that do not apply to plugins. Separate tests cover them. */
const elsewhere =
  /^(?:\$schema|version|name|message|expires|consent|extends|exceptions|teams\.|registries\.(?:default|mirror|redirects)|sandbox\.|limits\.|publish\.|tool\.|openEntities|audit\.|trust\.(?:keys|trustedRoot)|updates\.code|plugins\.rules\.\*\.(?:reason|message))/u;

/** Returns every key of the schema that applies to plugins, with `*` for names and patterns. */
export function evaluatedKeys(): readonly string[] {
  const keys = keysOf(policyJsonSchema() as Schema).filter((key) => !elsewhere.test(key));
  return [...new Set(keys.map(generic))];
}

/** Returns the key of a row, with `*` for names and patterns. */
export const generic = (key: string): string =>
  unquoted(key)
    .replace(/^plugins\.rules\..*?\.((?:permissions\.)?\w+)$/u, 'plugins.rules.*.$1')
    .replace(/^registries\.scopes\..*/u, 'registries.scopes.*')
    .replace(/^trust\.revocations\..*/u, 'trust.revocations');

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

function keysOf({ properties, additionalProperties }: Schema, path = ''): readonly string[] {
  const below = (name: string, schema: Schema): readonly string[] =>
    keysOf(schema, path === '' ? name : `${path}.${name}`);
  if (properties !== undefined) return Object.entries(properties).flatMap(([name, schema]) => below(name, schema));
  return typeof additionalProperties === 'object' ? below('*', additionalProperties) : [path];
}
