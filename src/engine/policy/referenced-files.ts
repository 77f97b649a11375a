import * as z from 'zod';
import { GenlockError } from '../../errors/error.ts';
import type { Policy } from '../../policy/policy.ts';
import { readRevocations, type Revocation } from '../../policy/revocations.ts';
import { readNamed } from '../../project/policy-files.ts';

/** What files a policy names are held against. */
export interface NamedBy {
  /** Who must own what a system policy names, as a user id. */
  readonly owner: number | undefined;
  readonly now: Date;
}

/**
 * The same policy, with the files it names.
 *
 * @throws GenlockError POLICY_REVOCATIONS; POLICY_UNREADABLE of a trusted root, POLICY_UNSAFE if others than the
 * administrator could have written what a system policy names
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

/** Nothing comes while nobody knows what may not. */
export function revocationsUnknown({ file }: Policy, cause: Error): GenlockError {
  const message = `what is revoked isn't known: ${cause.message}`;
  const where = { file, key: 'trust.revocations' };
  return new GenlockError({ code: 'POLICY_REVOCATIONS', message, where }, { cause });
}

/** As far as anything of it is used. */
const rootSchema = z.looseObject({
  tlogs: z.array(z.unknown()).min(1),
  certificateAuthorities: z.array(z.unknown()).min(1),
});

function rootIn(path: string, policy: Policy, { owner }: NamedBy): unknown {
  const { file, text } = readNamed(path, { ...policy, owner });
  const { data } = rootSchema.safeParse(jsonOf(text));
  if (data !== undefined) return data;
  const message = `${file} is no trusted root of Sigstore`;
  throw new GenlockError({
    code: 'POLICY_UNREADABLE',
    message,
    where: { file: policy.file, key: 'trust.trustedRoot' },
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
