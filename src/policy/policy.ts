import * as z from 'zod';
import { sandboxLayers, type Limits, type SandboxLayer } from '../../sandbox/index.ts';
import { readJsonDocument } from '../config/json-document.ts';
import { checkShape, problemsIn, refuse, type Finding } from '../config/shape.ts';
import { suggestionFor } from '../config/suggestion.ts';
import { throwProblems } from '../errors/error.ts';

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
}

/** Every fault of a policy weighs the same: the file isn't used. */
const code = 'POLICY_INVALID';
const documentCodes = { syntax: code, tooLarge: code, keyDuplicate: code, keyForbidden: code } as const;
const shapeCodes = { keyUnknown: code, keyMissing: code, wrongType: code } as const;

/** An isolate can't be made with less, in MiB. */
const leastMemory = 8;
/** A worker that does nothing holds about 50 MiB, and the kernel lets it have 80 more. */
const leastProcessMemory = 64;

function atLeast(least: number) {
  return z
    .number()
    .check((context) => {
      if (Number.isSafeInteger(context.value) && context.value >= least) return;
      refuse(context, { code, message: `A limit is a whole number, ${least} at least.` });
    })
    .exactOptional();
}

const runLimitsSchema = z.strictObject({
  wallMs: atLeast(1),
  cpuMs: atLeast(1),
  memoryMb: atLeast(leastMemory),
  processMemoryMb: atLeast(leastProcessMemory),
  inputBytes: atLeast(1),
  outputBytes: atLeast(1),
  operations: atLeast(1),
  values: atLeast(1),
  listEntries: atLeast(1),
  files: atLeast(1),
  fileBytes: atLeast(1),
  pathLength: atLeast(1),
  pathDepth: atLeast(1),
  templateDepth: atLeast(1),
  templateItems: atLeast(1),
  templateOutputBytes: atLeast(1),
  logLines: atLeast(1),
  logBytes: atLeast(1),
} satisfies Record<keyof Limits, unknown>);

const layerSchema = z.string().check((context) => {
  if (isLayer(context.value)) return;
  const message = `"${context.value}" is no layer of the sandbox.`;
  refuse(context, { code, message, hint: suggestionFor(context.value, sandboxLayers) });
});

const versionSchema = z.number().check((context) => {
  if (context.value !== 1) refuse(context, { code, message: 'This version reads policies of version 1 only.' });
});

const instant = z.iso.datetime({ offset: true });
const expiresSchema = z.string().check((context) => {
  if (instant.safeParse(context.value).success) return;
  refuse(context, { code, message: 'An expiry is an instant such as "2027-06-01T00:00:00Z".' });
});

const policySchema = z.strictObject({
  version: versionSchema,
  name: z.string().exactOptional(),
  message: z.string().exactOptional(),
  expires: expiresSchema.exactOptional(),
  sandbox: z.strictObject({ require: z.array(layerSchema).exactOptional() }).exactOptional(),
  limits: z.strictObject({ run: runLimitsSchema.exactOptional() }).exactOptional(),
});

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
  const { name, message, expires, sandbox, limits } = shape.data;
  return {
    file,
    ...(name === undefined ? {} : { name }),
    ...(message === undefined ? {} : { message }),
    ...(expires === undefined ? {} : { expires: new Date(expires) }),
    require: (sandbox?.require ?? []).filter(isLayer),
    limits: limits?.run ?? {},
  };
}

/** Keys that are reserved for policies over where plugins come from and what they may bring. */
const laterKeys: ReadonlySet<unknown> = new Set(
  'registries sources plugins trust freshness permissions scripts dependencies updates licenses publish tool consent tests audit'.split(
    ' ',
  ),
);

function orLater(finding: Finding): Finding {
  const [key, ...deeper] = finding.path;
  if (deeper.length > 0 || !laterKeys.has(key)) return finding;
  return { ...finding, hint: `This version does not enforce "${key}", so it refuses a policy that relies on it.` };
}

function isLayer(word: string): word is SandboxLayer {
  return sandboxLayers.some((layer) => layer === word);
}
