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
import type { WrittenException } from './schema/exceptions.ts';
import { isAddress } from './schema/extends.ts';
import { policyCode } from './schema/values.ts';
import { teamFaults } from './team-faults.ts';
import type { Team } from './teams.ts';

/** Level of a policy, in order of precedence: the highest level that makes a choice wins. */
export const policyLevels = ['system', 'user', 'project', 'added'] as const;
export type PolicyLevel = (typeof policyLevels)[number];

type Written = z.infer<typeof policySchema>;

/** Sections that are evaluated in their written form. */
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
  | 'openEntities'
  | 'required'
  | 'tool'
>;

/** Exception from a rule, with the policy that grants it. */
export interface Exception extends WrittenException {
  /** Path of the policy. */
  readonly file: string;
}

/** Policy file after reading. */
export interface Policy extends Readonly<Sections> {
  /** Path of the file, for error messages. */
  readonly file: string;
  readonly level?: PolicyLevel;
  readonly name?: string;
  /** Message from the policy's maintainer for users whose action is denied. */
  readonly message?: string;
  /** The policy is an error from this instant on. */
  readonly expires?: Date;
  /** Layers that every plugin run must have. */
  readonly require: readonly SandboxLayer[];
  /** Upper limits of a run; absent limits keep their defaults. */
  readonly limits: Partial<Limits>;
  /** Upper limits of archives. */
  readonly archive?: Partial<ArchiveLimits>;
  /** Upper limits of registry responses. */
  readonly network?: Partial<NetworkLimits>;
  /** Absolute path of the log file for verdicts. */
  readonly log?: string;
  /** Typing a plugin name does not count as consent. */
  readonly consent?: 'always';
  /** Entries of the list that `trust.revocations` names, once read. */
  readonly revoked?: readonly Revocation[];
  /** Contents of the file that `trust.trustedRoot` names, once read. */
  readonly root?: unknown;
  /** Parent policy as written: a path, or an address with its sha512. */
  readonly extends?: string;
  /** Teams of this policy and of its parents. A team of this policy replaces a parent's team of the same name. */
  readonly teams?: Readonly<Record<string, Team>>;
  /** Exceptions from the rules of this policy, which this policy and its parents grant. */
  readonly exceptions?: readonly Exception[];
}

/** Source of a policy. */
export interface PolicyOrigin {
  /** Path, for error messages. */
  readonly file: string;
  readonly level?: PolicyLevel;
  /** The policy in `extends`; without it, references to teams of the parent are not checked. */
  readonly parent?: Pick<Policy, 'teams' | 'exceptions'> | undefined;
}

const code = policyCode;
const codes = oneCode(code);

/**
 * Reads a `genlock.policy.json`. Unknown keys are errors: an ignored rule would allow what the policy forbids.
 *
 * @throws GenlockError POLICY_INVALID with all problems at once, each with its line, column and key
 */
export function readPolicy(text: string, { file, level, parent }: PolicyOrigin): Policy {
  const document = readJsonDocument(text, { file, codes });
  const shape = checkSchema(policySchema, { value: document.value, codes });
  const isComplete = parent !== undefined || shape.data?.extends === undefined;
  const referring = isComplete && shape.data !== undefined ? teamFaults(shape.data, parent?.teams) : [];
  const faults = [...shape.unknownKeys, ...shape.faults, ...foreign(shape.data, level), ...referring];
  throwProblems(problemsIn(document, faults));
  if (shape.data === undefined) throw new Error('a policy without problems has no data');
  const { $schema: _, version: __, expires, sandbox, limits = {}, audit, teams, exceptions, ...rest } = shape.data;
  const { archive, network } = boundsIn(limits);
  const granted = [...(exceptions ?? []).map((one) => ({ ...one, file })), ...(parent?.exceptions ?? [])];
  const known = { ...parent?.teams, ...teams };
  return {
    file,
    ...rest,
    ...(granted.length === 0 ? {} : { exceptions: granted }),
    ...(Object.keys(known).length === 0 ? {} : { teams: known }),
    ...(level === undefined ? {} : { level }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
    require: (sandbox?.require ?? []).filter(isLayer),
    limits: limits.run ?? {},
    ...(Object.keys(archive).length === 0 ? {} : { archive }),
    ...(Object.keys(network).length === 0 ? {} : { network }),
    ...(audit?.log === undefined ? {} : { log: audit.log }),
  };
}

/**
 * Reports settings that a project policy must not contain. A project can be untrusted, so its policy must not set log
 * paths, trust roots or network addresses, or skip a question.
 */
function foreign(data: Written | undefined, level: PolicyLevel | undefined): readonly SchemaFault[] {
  if (level !== 'project' || data === undefined) return [];
  const { audit, registries = {}, trust, updates = {}, extends: parent } = data;
  const isListed = registries.redirects === 'listed';
  const isSilent = updates.code === 'same-footprint';
  const said = [
    [audit?.log, 'set a log path', ['audit', 'log']],
    [registries.mirror, 'set a mirror', ['registries', 'mirror']],
    [isListed ? 'listed' : undefined, 'allow redirects to other registries', ['registries', 'redirects']],
    [isSilent ? 'same-footprint' : undefined, 'accept changed code', ['updates', 'code']],
    [trust?.trustedRoot, 'set a trusted root', ['trust', 'trustedRoot']],
    [parent !== undefined && isAddress(parent) ? parent : undefined, 'extend a policy at a URL', ['extends']],
    [trust?.revocations?.url, 'set the URL of a revocation list', ['trust', 'revocations', 'url']],
  ] as const;
  return said.flatMap(([value, what, path]) =>
    value === undefined ? [] : [{ code, message: `A project policy cannot ${what}.`, path }],
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
