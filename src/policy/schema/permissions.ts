import * as z from 'zod';
import { isPermission } from '../permissions.ts';
import { refuse } from '../../core/schema-check.ts';
import { policyCode } from './values.ts';

const permission = z.string().check((context) => {
  if (isPermission(context.value)) return;
  const message =
    'It is "server-code", "browser-code", "provider", "route:unprotected", "model:<Name>", "dependency:<name>" or "secret:<NAME>".';
  refuse(context, { code: policyCode, message });
});

const list = (description: string) => z.array(permission).exactOptional().meta({ description });

/** What plugins may put into a project. */
export const permissionsSchema = z
  .strictObject({
    allow: list('If it is there, whatever neither it nor "ask" names is denied.'),
    ask: list('Only if somebody agrees, typed paths included.'),
    deny: list('Never.'),
  })
  .meta({ description: 'What plugins may put into a project, by the names of the computed footprint.' });

export type Permissions = z.infer<typeof permissionsSchema>;
