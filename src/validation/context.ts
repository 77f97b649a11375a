import type { Operation } from '../../sandbox/index.ts';
import type { DataModel } from '../data-layer/model.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { Problem, Where } from '../errors/error.ts';
import type { Manifest } from '../plugin/plugin.ts';

/** Plugin whose operations are validated, and the project's data model. */
export interface Subject {
  readonly manifest: Manifest;
  readonly model: DataModel;
  /** Path in the plugin's package → bytes. */
  readonly files: Pick<ReadonlyMap<string, Uint8Array>, 'has' | 'get'>;
  /**
   * Whether this is the bundled base plugin, which owns the skeleton. Decided by the plugin's source, never by its
   * name.
   */
  readonly isSkeleton: boolean;
}

/** Plugin with all its operations, because a handler is validated against the contributed files. */
export interface ValidationContext extends Subject {
  readonly operations: readonly Operation[];
  /** Paths of all files the plugin contributes. */
  readonly own: ReadonlySet<string>;
}

/** Result of a rule: a problem or a warning. */
export type Diagnostic = Problem | { readonly warning: string };

/** Validates all operations of one kind together, because they can contradict each other. */
export type OperationValidator = (trial: ValidationContext) => Iterable<Diagnostic>;

/** Creates a problem. Its message begins with the plugin's name. */
export function refusal(
  { manifest }: Pick<ValidationContext, 'manifest'>,
  { code, reason, where }: { readonly code: ErrorCode; readonly reason: string; readonly where?: Where },
): Problem {
  return { code, message: `${manifest.name} ${reason}`, ...(where === undefined ? {} : { where }) };
}

/** Returns all operations of one kind in order. */
export function ofKind<Kind extends Operation['kind']>(
  operations: readonly Operation[],
  kind: Kind,
): readonly Extract<Operation, { readonly kind: Kind }>[] {
  return operations.filter(
    (operation): operation is Extract<Operation, { readonly kind: Kind }> => operation.kind === kind,
  );
}
