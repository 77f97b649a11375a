import * as z from 'zod';
import { tryParseJson } from '../../core/json.ts';
import { GenlockError } from '../../errors/error.ts';
import type { Policy } from '../../policy/policy.ts';
import { readRevocations, type Revocation } from '../../policy/revocations.ts';
import { readNamed } from '../../project/policy-files.ts';

/** Requirements for files that a policy references. */
export interface NamedBy {
  /** User id that must own the files that a system policy references. */
  readonly owner: number | undefined;
  readonly now: Date;
}

/**
 * Loads the files that a policy references.
 *
 * @throws GenlockError POLICY_REVOCATIONS; POLICY_UNREADABLE for a trusted root; POLICY_UNSAFE if other users than the
 * administrator can write a file that a system policy references
 */
export function withReferencedFiles(policy: Policy, by: NamedBy): Policy {
  const { trustedRoot, revocations } = policy.trust ?? {};
  return {
    ...policy,
    ...(trustedRoot === undefined ? {} : { root: rootIn(trustedRoot, policy, by) }),
    ...(revocations?.file === undefined ? {} : { revoked: listIn(revocations.file, policy, by) }),
  };
}

function listIn(path: string, policy: Policy, { owner, now }: NamedBy): readonly Revocation[] {
  const maxStale = policy.trust?.revocations?.maxStale ?? '0s';
  try {
    return readRevocations({ ...readNamed(path, { ...policy, owner }), maxStale, now });
  } catch (cause) {
    if (cause instanceof GenlockError && cause.code === 'POLICY_UNREADABLE') throw revocationsUnknown(policy, cause);
    throw cause;
  }
}

/** Creates the error for an unreadable revocation list. Without the list, no plugin is accepted. */
export function revocationsUnknown({ file }: Policy, cause: Error): GenlockError {
  const message = `the revocation list cannot be read: ${cause.message}`;
  const where = { file, key: 'trust.revocations' };
  return new GenlockError({ code: 'POLICY_REVOCATIONS', message, where }, { cause });
}

/** Only the parts that are used. */
const rootSchema = z.looseObject({
  tlogs: z.array(z.unknown()).min(1),
  certificateAuthorities: z.array(z.unknown()).min(1),
});

function rootIn(path: string, policy: Policy, { owner }: NamedBy): unknown {
  const { file, text } = readNamed(path, { ...policy, owner });
  const { data } = rootSchema.safeParse(tryParseJson(text));
  if (data !== undefined) return data;
  const message = `${file} is not a Sigstore trusted root`;
  throw new GenlockError({
    code: 'POLICY_UNREADABLE',
    message,
    where: { file: policy.file, key: 'trust.trustedRoot' },
  });
}
