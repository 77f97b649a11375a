import * as z from 'zod';
import { accessMeta, accessShapeFaults } from './access.ts';
import { deleteRules, relationTypes } from './config.ts';
import { describedBy, entityName, fieldSchema, flag, formerName, label, memberName, text } from './field-schema.ts';
import { iconFault } from './icons.ts';
import { projectNameFault, routeFault } from './names.ts';
import { longestRange, pluginVersionFault } from './plugin-version.ts';
import { relationFaults } from './relation-rules.ts';
import { rolePattern } from './role-names.ts';
import { refuse } from '../core/schema-check.ts';
import { databaseFault, databaseWords, deleteRuleFault, packageManagerFault, relationTypeFault } from './aliases.ts';
import { packageManagers } from '../core/package-managers.ts';

export const relationSchema = z
  .strictObject({
    name: memberName('Name in camelCase.'),
    type: text(relationTypeFault, { description: 'How many records stand on each side.', enum: [...relationTypes] }),
    target: z.string().meta({ description: 'Name of the entity this one refers to; it may be itself.' }),
    required: flag('Every record must refer to one; not of a many-to-many.'),
    onDelete: text(deleteRuleFault, {
      description: 'The effect on a record when the referenced record is deleted.',
      enum: [...deleteRules],
    }).exactOptional(),
    tree: flag('A record cannot become its own ancestor; only of an optional reference to the same entity.'),
    label: label('The name that people read; derived from the name if absent.'),
    description: describedBy('The hint below the control of a form; also in the OpenAPI document.'),
    group: label('The heading of the group of this relation, in forms and on the pages of records.'),
    was: formerName('The previous name of the relation. A migration renames its column or table.').exactOptional(),
  })
  .check((context) => {
    for (const fault of relationFaults(context.value)) refuse(context, fault);
  })
  .meta({
    title: 'Relation',
    if: { type: 'object', properties: { type: { not: { const: 'many-to-many' } } } },
    else: { type: 'object', properties: { required: { const: false }, onDelete: false } },
  });

const access = (description: string) =>
  z
    .unknown()
    .check((context) => {
      for (const fault of accessShapeFaults(context.value)) refuse(context, fault);
    })
    .exactOptional()
    .meta({ description, ...accessMeta });

const entitySchema = z
  .strictObject({
    name: entityName('Name in PascalCase.'),
    fields: z
      .array(fieldSchema)
      .exactOptional()
      .meta({ description: 'The fields of a record besides id, createdAt and updatedAt.' }),
    relations: z.array(relationSchema).exactOptional().meta({ description: 'The entities a record refers to.' }),
    route: text(routeFault, {
      description: 'Segment below /api; the plural of the name if absent.',
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
    }).exactOptional(),
    unique: z
      .array(z.array(z.string()).meta({ minItems: 2, uniqueItems: true }))
      .exactOptional()
      .meta({ description: 'Groups of fields and relations whose values no two records share.' }),
    search: z.array(z.string()).exactOptional().meta({
      description: 'The String and Text fields that the search of lists reads; all String fields if absent.',
      uniqueItems: true,
    }),
    access: access('The rules for the records. Defaults to the rules of the file.'),
    owner: z.string().exactOptional().meta({
      description: 'The relation to User that sets the owner of a record, or a path to it: ticket.requester.',
    }),
    label: label('The name of a record that people read; derived from the name if absent.'),
    labelPlural: label('The name of several records; the English plural of the label if absent.'),
    description: describedBy('A description of the records: above their list and in the OpenAPI document.'),
    icon: text(iconFault, { description: 'The icon in menus, by its Lucide name.' }).exactOptional(),
    title: z.string().exactOptional().meta({
      description: 'The String field that identifies a record for people; the first required String if absent.',
    }),
    pages: flag('Whether the site has pages of the records for the users whom access admits.'),
    was: entityName('The previous name of the entity. A migration renames its table.').exactOptional(),
  })
  .meta({ title: 'Entity' });

const pluginSchema = z
  .strictObject({
    enabled: z.boolean().exactOptional().meta({ description: 'Whether the plugin takes part.', default: true }),
    version: text(pluginVersionFault, {
      description: 'The version or range that genlock update may choose; of plugins from a registry.',
      maxLength: longestRange,
    }).exactOptional(),
    settings: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .exactOptional()
      .meta({ description: 'Values of the settings in the plugin’s manifest. Never secrets.' }),
  })
  .meta({ title: 'Plugin' });

/** The structure of `genlock.json`, also the source of its published JSON Schema. */
export const configSchema = z
  .strictObject({
    $schema: z.string().exactOptional().meta({ description: 'Where editors find this schema.' }),
    name: text(projectNameFault, {
      description: 'Name of the project and of its package.',
      maxLength: 214,
    }).exactOptional(),
    database: text(databaseFault, {
      description: 'relational (PostgreSQL), document (MongoDB) or file (SQLite).',
      enum: [...databaseWords],
    }).exactOptional(),
    packageManager: text(packageManagerFault, {
      description: 'Installs the packages in the container image and in the checks on GitHub.',
      enum: [...packageManagers],
      default: 'npm',
    }).exactOptional(),
    access: access('The default rules for the records of all entities. Without this key, records are public.'),
    roles: z
      .array(z.string().meta({ pattern: rolePattern.source }))
      .exactOptional()
      .meta({ description: 'The names of roles besides USER and ADMIN, for access rules.', uniqueItems: true }),
    jobs: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the project has background jobs in server/jobs.', default: false }),
    entities: z.array(entitySchema).exactOptional().meta({ description: 'The entities of the application.' }),
    plugins: z
      .record(z.string(), pluginSchema)
      .exactOptional()
      .meta({ description: 'The plugins besides the base, by name.' }),
  })
  .meta({ title: 'genlock.json' });

/** A structurally valid `genlock.json`, before defaults. */
export type WrittenConfig = z.infer<typeof configSchema>;
