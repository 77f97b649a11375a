import * as z from 'zod';
import { databaseKinds, fieldTypes, relationTypes } from './config.ts';
import { defaultFault } from './default-value.ts';
import { entityNameFault, fieldNameFault, projectNameFault, routeFault, type NameFault } from './names.ts';
import { refuse } from './shape.ts';
import { databaseFault, fieldTypeFault, relationTypeFault } from './words.ts';

/** Text that one rule judges; `meta` is what an editor is told of the rule. */
function text(fault: (value: string) => NameFault | undefined, meta: z.core.GlobalMeta & Record<string, unknown>) {
  return z
    .string()
    .check((context) => {
      const found = fault(context.value);
      if (found !== undefined) refuse(context, found);
    })
    .meta(meta);
}

const flag = (description: string) => z.boolean().optional().meta({ description, default: false });

const fieldSchema = z
  .strictObject({
    name: text(fieldNameFault, { description: 'Name in camelCase.', pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 64 }),
    type: text(fieldTypeFault, { description: 'What the field holds.', enum: [...fieldTypes] }),
    required: flag('Every record must have a value.'),
    unique: flag('No two records may have the same value.'),
    default: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .meta({ description: 'The value of a record that gives none; for DateTime an ISO 8601 date or "now".' }),
  })
  .check((context) => {
    const { name, type, unique, default: value } = context.value;
    if (type === 'Boolean' && unique === true) {
      const message = `"${name}" is true or false, so a third record could never be created.`;
      refuse(context, { code: 'CONFIG_UNIQUE_BOOLEAN', message, path: ['unique'] });
    }
    const found = value === undefined ? undefined : defaultFault(type, value);
    if (found !== undefined) refuse(context, { ...found, path: ['default'] });
  })
  .meta({ title: 'Field' });

const relationSchema = z
  .strictObject({
    name: text(fieldNameFault, { description: 'Name in camelCase.', pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 64 }),
    type: text(relationTypeFault, { description: 'How many records stand on each side.', enum: [...relationTypes] }),
    target: z.string().meta({ description: 'Name of the entity this one refers to; it may be itself.' }),
    required: flag('Every record must refer to one; only of a many-to-one.'),
  })
  .check((context) => {
    const { type, required } = context.value;
    if (type === 'many-to-many' && required === true) {
      const message = 'A many-to-many relation is never required.';
      refuse(context, { code: 'CONFIG_RELATION_REQUIRED', message, path: ['required'] });
    }
  })
  .meta({ title: 'Relation' });

const entitySchema = z
  .strictObject({
    name: text(entityNameFault, { description: 'Name in PascalCase.', pattern: '^[A-Z][A-Za-z0-9]*$', maxLength: 64 }),
    fields: z
      .array(fieldSchema)
      .optional()
      .meta({ description: 'What a record holds beside id, createdAt and updatedAt.' }),
    relations: z.array(relationSchema).optional().meta({ description: 'The entities a record refers to.' }),
    route: text(routeFault, {
      description: 'Segment below /api; the plural of the name if absent.',
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
    }).optional(),
  })
  .meta({ title: 'Entity' });

const pluginSchema = z
  .strictObject({
    enabled: z.boolean().optional().meta({ description: 'Whether the plugin takes part.', default: true }),
    settings: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .meta({ description: 'Values for what the plugin’s manifest describes; never secrets.' }),
  })
  .meta({ title: 'Plugin' });

/** The shape of `genlock.json`, and the source of its published JSON Schema. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'Where editors find this schema.' }),
    name: text(projectNameFault, { description: 'Name of the project and of its package.', maxLength: 214 }).optional(),
    database: text(databaseFault, {
      description: 'relational (PostgreSQL), document (MongoDB) or file (SQLite).',
      enum: [...databaseKinds, 'postgresql', 'postgres', 'mongodb', 'sqlite'],
    }).optional(),
    entities: z.array(entitySchema).optional().meta({ description: 'What the application keeps.' }),
    plugins: z
      .record(z.string(), pluginSchema)
      .optional()
      .meta({ description: 'What takes part beside the base, by plugin name.' }),
  })
  .meta({ title: 'genlock.json' });

/** `genlock.json` of the right shape, before defaults. */
export type WrittenConfig = z.infer<typeof configSchema>;
