import { entityNames, relationsTo, renamedEntity, withEntity, withoutEntity } from '../../config/edit-entities.ts';
import { readEntityArguments, readEntityLine } from '../../config/short-form/entity.ts';
import { atTokens, problemAt, type AddedEntities } from '../../config/short-form/places.ts';
import { suggestionFor } from '../../core/suggestion.ts';
import { GenlockError, throwProblems } from '../../errors/error.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
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
 * @throws GenlockError USAGE for an unreadable field, ENTITY_UNKNOWN, ENTITY_REFERENCED, CONFIG_… if the configuration
 * would be invalid, and every other problem; the project is unchanged then
 */
export async function changeEntity(
  action: EntityAction,
  request: ChangeRequest,
  ports: ChangePorts,
): Promise<ChangeResult> {
  const [name = ''] = action.name.split(':');
  const command = `genlock entity ${action.kind} ${name}`;
  const { edit, explained } = editOf(action);
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const topic = `${action.kind}-${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, '-').toLowerCase()}`;
  const rename = action.kind === 'rename' ? { rename: { from: name, to: action.to } } : {};
  const intent = { workspace, command, given: [], edit, topic, rerun: 'inputs', ...rename } as const;
  return changeProject(intent, request, ports).catch((error: unknown) => {
    throw explained(error);
  });
}

interface Edit {
  readonly edit: (text: string) => string;
  /** Replaces the position of a problem in the edited text, which is not on disk, by the argument. */
  readonly explained: (error: unknown) => unknown;
}

function editOf(action: EntityAction): Edit {
  let added: AddedEntities = { first: 0, places: [] };
  const explained = (error: unknown): unknown => atTokens(error, added);
  const edit = (text: string): string => {
    if (action.kind === 'add') {
      const described = readDescribed(text, action);
      ({ added } = described);
      return withEntity(text, described.entity);
    }
    const names = entityNames(text);
    const { name } = action;
    if (!names.includes(name)) {
      const hint = suggestionFor(name, names);
      throw new GenlockError({ code: 'ENTITY_UNKNOWN', message: `There is no entity ${JSON.stringify(name)}.`, hint });
    }
    if (action.kind === 'rename') {
      const { to } = action;
      const argument = { entity: { token: to, column: 1, source: 0 }, fields: [], relations: [] };
      added = { first: names.indexOf(name), places: [argument] };
      return renamedEntity(text, { from: name, to });
    }
    requireUnreferenced(text, name);
    return withoutEntity(text, name);
  };
  return { edit, explained };
}

/** @throws GenlockError ENTITY_REFERENCED with the relations of other entities to an entity */
function requireUnreferenced(text: string, name: string): void {
  const relations = relationsTo(text, name);
  if (relations.length === 0) return;
  const message = `${JSON.stringify(name)} is the target of ${relations.join(', ')}.`;
  throw new GenlockError({ code: 'ENTITY_REFERENCED', message });
}

/** @throws GenlockError CONFIG_ENTITY_DUPLICATE if `genlock.json` already has the entity that is to be added */
function requireNew(text: string, name: string): void {
  const [declared = ''] = name.split(/[\s:]/u);
  if (!entityNames(text).includes(declared)) return;
  throw new GenlockError({
    code: 'CONFIG_ENTITY_DUPLICATE',
    message: `There is already an entity ${JSON.stringify(declared)}.`,
    hint: 'To add fields to it, edit genlock.json, then run `genlock sync`. For a new entity, use another name.',
  });
}

/** Reads the entity that the arguments describe. An error names the argument, the character and the fix. */
function readDescribed(text: string, { name, fields }: Extract<EntityAction, { kind: 'add' }>) {
  requireNew(text, name);
  const known = { entities: entityNames(text) };
  // One argument can contain the complete line, as `init --entity` takes it.
  const isLine = fields.length === 0 && /^\w+\s/u.test(name);
  const { entity, places, faults } = isLine
    ? readEntityLine(name, known)
    : readEntityArguments([name, ...fields], known);
  throwProblems(faults.map((fault) => problemAt(fault)));
  if (entity === undefined || places === undefined) throw new Error('a short form without faults has no entity');
  return { entity, added: { first: known.entities.length, places: [places] } };
}
