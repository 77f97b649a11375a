import type * as z from 'zod';
import type { ArchiveLimits } from '../../registry-client/archive/limits.ts';
import type { NetworkLimits } from '../../registry-client/settings.ts';
import type { Limits, SandboxLayer } from '../../sandbox/index.ts';
import { readJsonDocument } from '../core/json-document.ts';
import { checkSchema, oneCode, problemsIn, type SchemaFault } from '../core/schema-check.ts';
import { throwProblems } from '../errors/error.ts';
import { durationMs, sizeBytes } from './amounts.ts';
import type { Revocation } from './revocations.ts';
import { isLayer, policySchema } from './schema.ts';
import { policyCode } from './schema/values.ts';

/** Whose policy it is; in this order a choice that several make is taken. */
export const policyLevels = ['system', 'user', 'project', 'added'] as const;
export type PolicyLevel = (typeof policyLevels)[number];

type Written = z.infer<typeof policySchema>;

/** Sections that are judged by as they are written. */
type Sections = Pick<
  Written,
  | 'registries'
  | 'sources'
  | 'plugins'
  | 'trust'
  | 'freshness'
  | 'permissions'
  | 'scripts'
  | 'dependencies'
  | 'updates'
  | 'licenses'
  | 'publish'
  | 'tests'
  | 'required'
  | 'tool'
>;

/** One policy file, as it was read. */
export interface Policy extends Readonly<Sections> {
  /** How errors name the file. */
  readonly file: string;
  readonly level?: PolicyLevel;
  readonly name?: string;
  /** What its maintainer tells those it stops. */
  readonly message?: string;
  /** From this instant on it is a fault. */
  readonly expires?: Date;
  /** Layers every run of a plugin must have. */
  readonly require: readonly SandboxLayer[];
  /** The most a run may use; what is absent stays as it is. */
  readonly limits: Partial<Limits>;
  /** The most an archive may hold. */
  readonly archive?: Partial<ArchiveLimits>;
  /** The most an answer of a registry may cost. */
  readonly network?: Partial<NetworkLimits>;
  /** Absolute path of the file verdicts are written to. */
  readonly log?: string;
  /** Nothing is agreed to by typing it. */
  readonly consent?: 'always';
  /** What `trust.revocations` names, once it was read. */
  readonly revoked?: readonly Revocation[];
  /** What `trust.trustedRoot` names, once it was read. */
  readonly root?: unknown;
}

const code = policyCode;
const codes = oneCode(code);

/**
 * Reads one `genlock.policy.json`. What can't be understood is refused, never passed over: a rule nobody acts on would
 * allow what its author forbade.
 *
 * @throws GenlockError POLICY_INVALID with all problems at once, each with its line, column and key
 */
export function readPolicy(
  text: string,
  { file, level }: { readonly file: string; readonly level?: PolicyLevel },
): Policy {
  const document = readJsonDocument(text, { file, codes });
  const shape = checkSchema(policySchema, { value: document.value, codes });
  const findings = [...shape.unknownKeys, ...shape.findings, ...foreign(shape.data, level)];
  throwProblems(problemsIn(document, findings));
  if (shape.data === undefined) throw new Error('a policy without problems has no data');
  const { $schema: _, version: __, expires, sandbox, limits = {}, audit, ...rest } = shape.data;
  const { archive, network } = boundsIn(limits);
  return {
    file,
    ...rest,
    ...(level === undefined ? {} : { level }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
    require: (sandbox?.require ?? []).filter(isLayer),
    limits: limits.run ?? {},
    ...(Object.keys(archive).length === 0 ? {} : { archive }),
    ...(Object.keys(network).length === 0 ? {} : { network }),
    ...(audit?.log === undefined ? {} : { log: audit.log }),
  };
}

/** A project is somebody else's as often as not: it may not say where to write, whom to believe, or what to connect to. */
function foreign(data: Written | undefined, level: PolicyLevel | undefined): readonly SchemaFault[] {
  if (level !== 'project' || data === undefined) return [];
  const { audit, registries = {}, trust } = data;
  const isListed = registries.redirects === 'listed';
  const said = [
    [audit?.log, 'where to write', ['audit', 'log']],
    [registries.mirror, 'who is asked in place of every registry', ['registries', 'mirror']],
    [isListed ? 'listed' : undefined, 'that redirects lead further', ['registries', 'redirects']],
    [trust?.trustedRoot, 'whom to believe', ['trust', 'trustedRoot']],
    [trust?.revocations?.url, 'what to connect to', ['trust', 'revocations', 'url']],
  ] as const;
  return said.flatMap(([value, what, path]) =>
    value === undefined ? [] : [{ code, message: `A project's policy can't say ${what}.`, path }],
  );
}

function boundsIn(limits: NonNullable<Written['limits']>): Required<Pick<Policy, 'archive' | 'network'>> {
  const { packed, unpacked, fileBytes, entries, depth, pathBytes, packument, timeout } = limits;
  const sizes = { packed: size(packed), unpacked: size(unpacked), fileBytes: size(fileBytes) };
  return {
    archive: present({ ...sizes, entries, depth, pathBytes }),
    network: present({
      packumentBytes: size(packument),
      timeoutMs: timeout === undefined ? undefined : durationMs(timeout),
    }),
  };
}

function present(given: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function size(text: string | undefined): number | undefined {
  return text === undefined ? undefined : sizeBytes(text);
}
