import { entityNames, renamedEntity, withEntity, withoutEntity } from '../../config/edit-entities.ts';
import { readEntityArguments } from '../../config/short-form/entity.ts';
import { suggestionFor } from '../../core/suggestion.ts';
import { GenlockError, throwProblems } from '../../errors/error.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openToChange } from '../../engine/change-workspace.ts';
import { changeProject } from '../../engine/execute.ts';

/** Change of one entity. */
export type EntityAction =
  | {
      readonly kind: 'add';
      readonly name: string;
      /** Fields and relations in the short form, such as `title:String!:max=80`. */
      readonly fields: readonly string[];
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string };

/**
 * Edits the entities in `genlock.json` and syncs the project, in one transaction. Plugins that receive the names of
 * entities run again.
 *
 * @throws GenlockError USAGE for an unreadable field, ENTITY_UNKNOWN, CONFIG_… if the configuration would be invalid,
 * and every other problem; the project is unchanged then
 */
export async function changeEntity(
  action: EntityAction,
  request: ChangeRequest,
  ports: ChangePorts,
): Promise<ChangeResult> {
  const [name = ''] = action.name.split(':');
  const command = `genlock entity ${action.kind} ${name}`;
  const edit = editOf(action);
  const workspace = await openToChange({ ...request, command }, ports);
  const topic = `${action.kind}-${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, '-').toLowerCase()}`;
  const rename = action.kind === 'rename' ? { rename: { from: name, to: action.to } } : {};
  return changeProject({ workspace, command, given: [], edit, topic, rerun: 'inputs', ...rename }, request, ports);
}

function editOf(action: EntityAction): (text: string) => string {
  if (action.kind === 'add') return (text) => withDescribed(text, action);
  return (text) => {
    const names = entityNames(text);
    const { name } = action;
    if (!names.includes(name)) {
      const hint = suggestionFor(name, names);
      throw new GenlockError({ code: 'ENTITY_UNKNOWN', message: `There is no entity ${JSON.stringify(name)}.`, hint });
    }
    return action.kind === 'remove' ? withoutEntity(text, name) : renamedEntity(text, { from: name, to: action.to });
  };
}

/** Adds the entity that the arguments describe. An error names the argument, the character and the fix. */
function withDescribed(text: string, { name, fields }: Extract<EntityAction, { kind: 'add' }>): string {
  const { entity, faults } = readEntityArguments([name, ...fields], { entities: entityNames(text) });
  throwProblems(
    faults.map(({ code, message, hint, token, column }) => {
      const described = { code, message: `${token} (character ${column}): ${message}` };
      return hint === undefined ? described : { ...described, hint };
    }),
  );
  if (entity === undefined) throw new Error('a short form without faults has no entity');
  return withEntity(text, entity);
}
