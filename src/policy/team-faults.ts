import type * as z from 'zod';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import type { policySchema } from './schema.ts';
import { policyCode as code } from './schema/values.ts';
import { teamOf } from './globs.ts';
import type { Team } from './teams.ts';

/** Reports rules and exceptions that name an unknown team. */
export function teamFaults(
  { teams = {}, plugins, exceptions = [] }: z.infer<typeof policySchema>,
  inherited: Readonly<Record<string, Team>> = {},
): readonly SchemaFault[] {
  const known = Object.keys({ ...inherited, ...teams });
  const faultAt = (pattern: string, location: Pick<SchemaFault, 'path' | 'inKey'>): readonly SchemaFault[] => {
    const name = teamOf(pattern);
    if (name === undefined || known.includes(name)) return [];
    const message = `The team "${name}" is not in "teams" of this policy or of a policy that it extends.`;
    return [{ code, message, hint: suggestionFor(name, known), ...location }];
  };
  return [
    ...Object.keys(plugins?.rules ?? {}).flatMap((key) =>
      faultAt(key, { path: ['plugins', 'rules', key], inKey: true }),
    ),
    ...exceptions.flatMap(({ plugin }, at) => faultAt(plugin, { path: ['exceptions', at, 'plugin'] })),
  ];
}
