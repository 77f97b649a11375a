import type { GuardModel } from '../../sandbox/index.ts';
import { modelColumns, type ModelColumn } from '../data-layer/model-columns.ts';
import { isModuleName, moduleOf, ownModule } from './modules.ts';
import { ofKind, refusal, type Diagnostic, type OperationValidator, type ValidationContext } from './context.ts';

/**
 * Validates the rules of models: each model belongs to the plugin, the fields are its columns, and the module and the
 * page are among the plugin's files. A plugin that only adds fields to a model of another plugin cannot guard it.
 */
export const validateGuardModel: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'guardModel');
  if (operations.length === 0) return;
  const schemas = ofKind(trial.operations, 'registerPrismaSchema').map(({ schema }) => schema);
  const models = modelColumns(schemas.join('\n'), trial.model.database);
  const guarded = new Set<string>();
  for (const operation of operations) {
    const { model } = operation;
    const columns = models.get(model);
    if (columns === undefined || !columns.some(({ isKey }) => isKey)) {
      const reason = `guards the model ${model}, which it does not register with its key`;
      yield refusal(trial, { code: 'JUDGE_GUARD_MODEL', reason });
      continue;
    }
    if (guarded.has(model)) {
      yield refusal(trial, { code: 'JUDGE_GUARD_MODEL', reason: `guards the model ${model} more than once` });
    }
    guarded.add(model);
    yield* fieldFaults(operation, { columns, trial });
    yield* moduleFaults(operation, trial);
    yield* pageFaults(operation, trial);
  }
};

interface GuardContext {
  readonly columns: readonly ModelColumn[];
  readonly trial: ValidationContext;
}

function* fieldFaults(operation: GuardModel, { columns, trial }: GuardContext): Iterable<Diagnostic> {
  const { model, refuse, readOnly, reserved } = operation;
  const fault = (name: string, what: string): Diagnostic =>
    refusal(trial, { code: 'JUDGE_GUARD_FIELD', reason: `guards the field ${model}.${name}, which ${what}` });
  for (const name of [...readOnly, ...reserved]) {
    const column = columns.find((one) => one.name === name);
    if (column === undefined || column.isKey) yield fault(name, 'is not a column of its own besides the key');
  }
  const isCreated = !refuse.includes('create') && !refuse.includes('read');
  for (const name of readOnly) {
    if (reserved.includes(name)) yield fault(name, 'is both read-only and reserved');
    const isRequired = columns.find((one) => one.name === name)?.isRequired === true;
    if (isCreated && isRequired) yield fault(name, 'is read-only, so no record could be created');
  }
}

function* moduleFaults({ model, module: name }: GuardModel, trial: ValidationContext): Iterable<Diagnostic> {
  if (name === undefined) return;
  const module = ownModule(name, trial);
  if (module?.startsWith('server/') !== true) {
    const reason = `guards ${model} with ${name}, which is not a code module below server/ among its files`;
    yield refusal(trial, { code: 'JUDGE_GUARD_MODULE', reason });
  } else if (!isModuleName(module)) {
    const reason = `guards ${model} with ${module}, a name that is not valid in generated code`;
    yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
  }
}

function* pageFaults({ model, page }: GuardModel, trial: ValidationContext): Iterable<Diagnostic> {
  if (page === undefined) return;
  const pages = new Set([...trial.own].map(moduleOf));
  if (/^\/admin(?:\/[a-z0-9-]+)+$/u.test(page) && pages.has(`client/pages${page}`)) return;
  const reason = `names ${page} as the page of ${model}, which is not one of its pages in the admin area`;
  yield refusal(trial, { code: 'JUDGE_GUARD_PAGE', reason });
}
