import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { GenlockError } from '../../errors/error.ts';
import { readPolicy, type Policy } from '../../policy/policy.ts';
import { isAddress, pinnedAddress, type PinnedAddress } from '../../policy/schema/extends.ts';
import { readNamed, type PolicyFile } from '../../project/policy-files.ts';
import { withReferencedFiles, type NamedBy } from './referenced-files.ts';

/** Policy after reading, with its text. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly text: string;
}

/** Access to parent policies. */
export interface ParentAccess extends NamedBy {
  /** Fetches a policy. Throws an Error if it is not available. */
  readonly fetch: (address: PinnedAddress, accepts: (text: string) => boolean) => Promise<string>;
}

/** Maximum number of policies in a chain. */
const longestChain = 8;

/**
 * Reads a policy and the policies that it extends, with the files that they reference. Every policy of the chain is
 * evaluated separately, so a child cannot permit anything that its parent denies.
 *
 * @returns the furthest parent first, the given policy last
 * @throws GenlockError POLICY_INVALID for a cycle, a chain that is too long, or invalid contents; POLICY_UNREADABLE if a
 * parent is not available or does not match its sha512; everything that referenced files throw
 */
export async function readChain(source: PolicyFile, access: ParentAccess): Promise<readonly LoadedPolicy[]> {
  return chainOf(source, [], access);
}

async function chainOf(
  source: PolicyFile,
  children: readonly string[],
  access: ParentAccess,
): Promise<readonly LoadedPolicy[]> {
  const { file, text, level } = source;
  const own = readPolicy(text, { file, level });
  if (own.extends === undefined) return [{ policy: withReferencedFiles(own, access), text }];
  const chain = [...children, file];
  if (chain.length === longestChain) throw invalid(own, `More than ${longestChain} policies extend each other.`);
  const name = nameOf(own, own.extends);
  if (chain.includes(name)) throw invalid(own, `The policy extends itself: ${[...chain, name].join(' → ')}.`);
  const parents = await chainOf(await parentOf(own, source, access), chain, access);
  const policy = readPolicy(text, { file, level, parent: parents.at(-1)?.policy });
  return [...parents, { policy: withReferencedFiles(policy, access), text }];
}

/** Returns the absolute path or the address of a parent, for messages. */
function nameOf({ file }: Policy, parent: string): string {
  return pinnedAddress(parent)?.url ?? resolve(dirname(file), parent);
}

async function parentOf(child: Policy, { level }: PolicyFile, access: ParentAccess): Promise<PolicyFile> {
  const { file, extends: parent = '' } = child;
  const address = pinnedAddress(parent);
  if (address === undefined && isAddress(file))
    throw invalid(child, 'A policy at a URL can extend only another URL, not a path.');
  try {
    if (address === undefined) return { ...readNamed(parent, { file, level, owner: access.owner }), level };
    const accepts = (text: string) => integrityOf(text) === address.integrity;
    const text = await access.fetch(address, accepts);
    if (!accepts(text)) throw new Error(`its content has the integrity ${integrityOf(text)}`);
    return { file: address.url, text, level };
  } catch (cause) {
    if (!(cause instanceof Error) || (cause instanceof GenlockError && cause.code === 'POLICY_UNSAFE')) throw cause;
    const message = `The policy extends ${nameOf(child, parent)}, which cannot be used: ${cause.message}`;
    throw new GenlockError({ code: 'POLICY_UNREADABLE', message, hint, where: { file, key: 'extends' } }, { cause });
  }
}

const hint =
  'Correct "extends" in the policy. A path is relative to the folder of the policy. `genlock policy check` downloads an address once.';

function integrityOf(text: string): string {
  return `sha512-${createHash('sha512').update(text, 'utf8').digest('base64')}`;
}

function invalid({ file }: Policy, message: string): GenlockError {
  return new GenlockError({ code: 'POLICY_INVALID', message, where: { file, key: 'extends' } });
}
