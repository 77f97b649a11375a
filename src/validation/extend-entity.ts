import { everyEntity, type ExtendEntity, type ExtensionField } from '../../sandbox/index.ts';
import { memberFaults } from '../config/extension.ts';
import { idFieldOf } from '../config/spelling.ts';
import { keyOf } from '../core/json-document.ts';
import { modelColumns } from '../data-layer/model-columns.ts';
import { ofKind, refusal, type Diagnostic, type OperationValidator, type ValidationContext } from './context.ts';

/**
 * Validates the members that a plugin adds to entities: each keeps the rules of `genlock.json`, existing records need no
 * value for it, and relations refer to models of the plugin. Rendering checks the rest, which depends on the project.
 */
export const validateExtendEntity: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'extendEntity');
  for (const operation of operations) {
    const faults = [...shapeFaults(operation, trial)];
    yield* faults;
    if (faults.length === 0) yield* recordFaults(operation, trial);
    yield* relationFaults(operation, trial);
  }
  yield* duplicates(operations, trial);
};

function* shapeFaults(operation: ExtendEntity, trial: ValidationContext): Iterable<Diagnostic> {
  const { entity, fields, relations } = operation;
  if (fields.length + relations.length === 0) {
    const reason = `extends ${entity} without a field or a relation`;
    yield refusal(trial, { code: 'JUDGE_EXTENSION_MEMBER', reason });
  }
  for (const { message, hint, path } of memberFaults(operation)) {
    const reason = `extends ${entity} with an invalid member, ${keyOf(path)}: ${message.replace(/\.$/u, '')}`;
    yield { ...refusal(trial, { code: 'JUDGE_EXTENSION_MEMBER', reason }), ...(hint === undefined ? {} : { hint }) };
  }
}

/** Existing records have no value, so a member must be optional or have a default that all of them can have. */
function* recordFaults({ entity, fields }: ExtendEntity, trial: ValidationContext): Iterable<Diagnostic> {
  for (const field of fields) {
    const reason = recordFault(field);
    if (reason === undefined) continue;
    yield refusal(trial, { code: 'JUDGE_EXTENSION_RECORDS', reason: `adds ${entity}.${field.name}, which ${reason}` });
  }
}

function recordFault({ type, required, unique, default: value }: ExtensionField): string | undefined {
  if (required === true && value === undefined) return 'is required and has no default';
  if (required === true && type === 'Json')
    return 'is required and holds Json, whose default the database does not set';
  if (unique === true && value !== undefined) return 'is unique and has a default that all records would share';
  return undefined;
}

function* relationFaults({ entity, relations }: ExtendEntity, trial: ValidationContext): Iterable<Diagnostic> {
  if (relations.length === 0) return;
  const schemas = ofKind(trial.operations, 'registerPrismaSchema').map(({ schema }) => schema);
  const models = modelColumns(schemas.join('\n'), trial.model.database);
  for (const { name, type, target, onDelete } of relations) {
    const fault = (reason: string): Diagnostic =>
      refusal(trial, { code: 'JUDGE_EXTENSION_RELATION', reason: `adds the relation ${entity}.${name}, ${reason}` });
    const id = models.get(target)?.find((column) => column.name === 'id');
    if (id?.isKey !== true || id.type !== 'String') {
      yield fault(`whose target ${target} is not a model that it registers with a key \`id String @id\``);
    }
    if (type !== 'many-to-one' && type !== 'one-to-one') yield fault(`whose type is ${type}`);
    if (onDelete === 'cascade') yield fault(`which deletes records of the project together with its own`);
  }
}

function* duplicates(operations: readonly ExtendEntity[], trial: ValidationContext): Iterable<Diagnostic> {
  const taken = new Map<string, ReadonlySet<string>>();
  for (const { entity, fields, relations } of operations) {
    const names = [
      ...fields.map(({ name }) => name),
      ...relations.flatMap(({ name }) => [name, idFieldOf({ name, type: 'many-to-one' })]),
    ];
    const known = new Set(
      [...taken]
        .filter(([other]) => other === entity || entity === everyEntity || other === everyEntity)
        .flatMap(([, others]) => [...others]),
    );
    for (const name of names) {
      const folded = name.toLowerCase();
      if (known.has(folded)) {
        yield refusal(trial, { code: 'JUDGE_EXTENSION_TWICE', reason: `adds ${entity}.${name} more than once` });
      }
      known.add(folded);
    }
    taken.set(entity, new Set([...(taken.get(entity) ?? []), ...names.map((name) => name.toLowerCase())]));
  }
}
