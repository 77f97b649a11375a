import type { RegisterSlot, SlotName } from '../../sandbox/index.ts';
import { isModuleName, moduleOf, ownModule } from './modules.ts';
import { ofKind, refusal, type Diagnostic, type OperationValidator, type ValidationContext } from './context.ts';

const slotsOfEntities: ReadonlySet<SlotName> = new Set(['list', 'record', 'form']);

/** Validates components in places of the pages: each is a client module of the plugin, once in each place. */
export const validateSlot: OperationValidator = function* (trial) {
  const known = new Set<string>();
  for (const operation of ofKind(trial.operations, 'registerSlot')) {
    const { slot, entity = '' } = operation;
    yield* moduleFaults(operation, trial);
    if (entity !== '' && !slotsOfEntities.has(slot)) {
      const reason = `registers the slot ${slot} for ${entity}, but this slot belongs to no entity`;
      yield refusal(trial, { code: 'JUDGE_SLOT_ENTITY', reason });
    }
    const key = `${slot} ${entity} ${moduleOf(operation.module)}`;
    if (known.has(key)) {
      const reason = `registers ${operation.module} in the slot ${slot} more than once`;
      yield refusal(trial, { code: 'JUDGE_SLOT_TWICE', reason });
    }
    known.add(key);
  }
};

function* moduleFaults({ slot, module: name }: RegisterSlot, trial: ValidationContext): Iterable<Diagnostic> {
  const module = ownModule(name, trial);
  if (module?.startsWith('client/') !== true) {
    const reason = `registers ${name} in the slot ${slot}, which is not a code module below client/ among its files`;
    yield refusal(trial, { code: 'JUDGE_SLOT_MODULE', reason });
  } else if (!isModuleName(module)) {
    const reason = `registers ${module} in the slot ${slot}, a name that is not valid in generated code`;
    yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
  }
}
