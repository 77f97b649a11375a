import type { Operation } from '../../sandbox/index.ts';
import type { DataModel } from '../data-layer/model.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { Problem, Where } from '../errors/error.ts';
import type { Manifest } from '../plugin/plugin.ts';

/** Whose operations are judged, and in what project. */
export interface Subject {
  readonly manifest: Manifest;
  readonly model: DataModel;
  /** Paths of the plugin's package. */
  readonly files: { readonly has: (path: string) => boolean };
  /**
   * The bundled plugin every project starts from, which owns the skeleton. True by where the plugin came from, never
   * by what it is called.
   */
  readonly isSkeleton: boolean;
}

/** A subject with everything it returned, because a handler is judged by the files beside it. */
export interface ValidationContext extends Subject {
  readonly operations: readonly Operation[];
  /** Paths of all files the plugin contributes. */
  readonly own: ReadonlySet<string>;
}

/** What a rule found: a reason to refuse, or something worth saying. */
export type Diagnostic = Problem | { readonly warning: string };

/** The rules of one kind of operation, over all of that kind at once: two of them can contradict each other. */
export type OperationValidator = (trial: ValidationContext) => Iterable<Diagnostic>;

/** A reason to refuse; the sentence begins with the plugin's name. */
export function refusal(
  { manifest }: Pick<ValidationContext, 'manifest'>,
  { code, reason, where }: { readonly code: ErrorCode; readonly reason: string; readonly where?: Where },
): Problem {
  return { code, message: `${manifest.name} ${reason}`, ...(where === undefined ? {} : { where }) };
}

/** All operations of one kind, in their order. */
export function ofKind<Kind extends Operation['kind']>(
  operations: readonly Operation[],
  kind: Kind,
): readonly Extract<Operation, { readonly kind: Kind }>[] {
  return operations.filter(
    (operation): operation is Extract<Operation, { readonly kind: Kind }> => operation.kind === kind,
  );
}
