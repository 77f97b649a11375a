import * as z from 'zod';
import { checkSchema, type SchemaFault } from '../core/schema-check.ts';
import { accessFaults } from './access-checks.ts';
import type { DatabaseKind, Field, Relation } from './config.ts';
import { fieldSchema } from './field-schema.ts';
import { keysOf } from './keys.ts';
import { kindFaults } from './kind-checks.ts';
import { partialEntities } from './partial-entity.ts';
import { fieldOf, relationOf, schemaCodes } from './read.ts';
import { roleFaults } from './roles.ts';
import { relationSchema } from './schema.ts';

/** Fields and relations of an entity that are not in `genlock.json`, in the form of that file. */
export interface AddedMembers {
  readonly entity: string;
  readonly fields: readonly { readonly readOnly?: boolean }[];
  readonly relations: readonly unknown[];
}

const membersSchema = z.strictObject({ fields: z.array(fieldSchema), relations: z.array(relationSchema) });

/** Returns the members with the keys of `genlock.json` only. */
function written({ fields, relations }: AddedMembers): Pick<AddedMembers, 'fields' | 'relations'> {
  const known = fields.map((field) => Object.fromEntries(Object.entries(field).filter(([key]) => key !== 'readOnly')));
  return { fields: known, relations };
}

/** Returns the faults that do not depend on a project. Paths are relative to the members: `fields[0].type`. */
export function memberFaults(members: AddedMembers): readonly SchemaFault[] {
  const { faults, unknownKeys } = checkSchema(membersSchema, { value: written(members), codes: schemaCodes });
  return [...unknownKeys, ...faults];
}

/** Reads members without faults and applies the defaults. */
export function readMembers(members: AddedMembers): {
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
} {
  const read = membersSchema.parse(written(members));
  return { fields: read.fields.map(fieldOf), relations: read.relations.map(relationOf) };
}

/** The parts of a project that the rules of members depend on. */
export interface MemberSurroundings {
  readonly database: DatabaseKind;
  readonly roles?: readonly string[];
  /** Whether an enabled plugin provides sign-in. */
  readonly hasUser: boolean;
}

/** Checks valid members in a project: whether its database kind, roles and sign-in permit them. */
export function surroundingFaults(
  { entity, fields, relations }: AddedMembers,
  { database, roles, hasUser }: MemberSurroundings,
): readonly SchemaFault[] {
  const value = { ...(roles === undefined ? {} : { roles }), entities: [{ name: entity, fields, relations }] };
  const entities = partialEntities(value);
  const faults = [
    ...kindFaults(database, { entities, keys: keysOf(entities) }),
    ...roleFaults(value, { entities }),
    ...accessFaults(value, { entities, hasUser }),
  ];
  return faults.filter(({ path }) => path[0] === 'entities').map((fault) => ({ ...fault, path: fault.path.slice(2) }));
}
