import { writeOperations, type Config } from '../config/config.ts';
import { openSentences } from '../config/open-entities.ts';
import { throwProblems } from '../errors/error.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';

/** Returns the entities that every caller can change: `Post`, or `Post (create)` if rules decide the other operations. */
export function openEntities({ open = [] }: Pick<Config, 'open'>): readonly string[] {
  return open.map(({ name, operations }) =>
    operations.length === writeOperations.length ? name : `${name} (${operations.join(', ')})`,
  );
}

/**
 * Checks the policies that refuse entities that every caller can change because no access rule covers them.
 *
 * @throws GenlockError POLICY_OPEN_ENTITIES for each such policy
 */
export function requireClosedEntities({ open = [] }: Pick<Config, 'open'>, { policies }: EffectivePolicy): void {
  if (open.length === 0) return;
  throwProblems(
    policies
      .filter((policy) => policy.openEntities === 'refuse')
      .map(({ file, message }) => ({
        code: 'POLICY_OPEN_ENTITIES',
        message: openSentences(open).join(' '),
        where: { file, key: 'openEntities' },
        ...(message === undefined ? {} : { hint: message }),
      })),
  );
}
