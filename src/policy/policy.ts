import type { Limits, SandboxLayer } from '../../sandbox/index.ts';
import { readJsonDocument } from '../config/json-document.ts';
import { checkShape, problemsIn, type Finding } from '../config/shape.ts';
import { throwProblems } from '../errors/error.ts';
import { isLayer, policyCode, policySchema } from './schema.ts';

/** One policy file, as it was read. */
export interface Policy {
  /** How errors name the file. */
  readonly file: string;
  readonly name?: string;
  /** What its maintainer tells those it stops. */
  readonly message?: string;
  /** From this instant on it is a fault. */
  readonly expires?: Date;
  /** Layers every run of a plugin must have. */
  readonly require: readonly SandboxLayer[];
  /** The most a run may use; what is absent stays as it is. */
  readonly limits: Partial<Limits>;
  /** Nothing is agreed to by typing it. */
  readonly consent?: 'always';
}

const code = policyCode;
const documentCodes = { syntax: code, tooLarge: code, keyDuplicate: code, keyForbidden: code } as const;
const shapeCodes = { keyUnknown: code, keyMissing: code, wrongType: code } as const;

/**
 * Reads one `genlock.policy.json`. What can't be understood is refused, never passed over: a rule nobody acts on would
 * allow what its author forbade.
 *
 * @throws GenlockError POLICY_INVALID with all problems at once, each with its line, column and key
 */
export function readPolicy(text: string, { file }: { readonly file: string }): Policy {
  const document = readJsonDocument(text, { file, codes: documentCodes });
  const shape = checkShape(policySchema, { value: document.value, codes: shapeCodes });
  throwProblems(problemsIn(document, [...shape.unknownKeys.map(orLater), ...shape.findings]));
  if (shape.data === undefined) throw new Error('a policy without problems has no data');
  const { name, message, expires, sandbox, limits, consent } = shape.data;
  return {
    file,
    ...(name === undefined ? {} : { name }),
    ...(message === undefined ? {} : { message }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
    require: (sandbox?.require ?? []).filter(isLayer),
    limits: limits?.run ?? {},
    ...(consent === undefined ? {} : { consent }),
  };
}

/** Keys that are reserved for policies over where plugins come from and what they may bring. */
const laterKeys: ReadonlySet<unknown> = new Set(
  'registries sources plugins trust freshness permissions scripts dependencies updates licenses publish tool tests audit'.split(
    ' ',
  ),
);

function orLater(finding: Finding): Finding {
  const [key, ...deeper] = finding.path;
  if (deeper.length > 0 || !laterKeys.has(key)) return finding;
  return { ...finding, hint: `This version does not enforce "${key}", so it refuses a policy that relies on it.` };
}
