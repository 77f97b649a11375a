/** The schema of the operation `extendEntity`. The rules of `genlock.json` are checked when operations are validated. */
import * as z from 'zod';
import { longestMemberText, mostMembers } from './extension.ts';
import { everyEntity } from './operations.ts';
import { isIdentifier, isPlainNumber, isPlainText } from './syntax.ts';

const identifier = z.string().refine(isIdentifier);
const text = z.string().max(longestMemberText).refine(isPlainText);
const number = z.number().refine(isPlainNumber);
const rule = z.union([text, z.array(text).max(mostMembers)]);
const flag = z.boolean().exactOptional();
const someText = text.exactOptional();
const bound = z.union([number, text]).exactOptional();

const extensionField = z.strictObject({
  name: identifier,
  type: text,
  required: flag,
  unique: flag,
  index: flag,
  hidden: flag,
  readOnly: flag,
  default: z.union([text, number, z.boolean()]).exactOptional(),
  values: z.array(text).max(1_000).exactOptional(),
  min: bound,
  max: bound,
  pattern: someText,
  format: someText,
  currency: someText,
  scale: number.exactOptional(),
  label: someText,
  description: someText,
  group: someText,
  access: z.union([rule, z.strictObject({ read: rule.exactOptional(), write: rule.exactOptional() })]).exactOptional(),
});

const extensionRelation = z.strictObject({
  name: identifier,
  type: text,
  target: identifier,
  onDelete: someText,
  label: someText,
  description: someText,
  group: someText,
});

export const extendEntity = z.strictObject({
  kind: z.literal('extendEntity'),
  entity: z.union([z.literal(everyEntity), identifier]),
  fields: z.array(extensionField).max(mostMembers),
  relations: z.array(extensionRelation).max(mostMembers),
});
