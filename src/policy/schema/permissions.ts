import * as z from 'zod';
import { isPermission } from '../permissions.ts';
import { refuse } from '../../core/schema-check.ts';
import { policyCode } from './values.ts';

const permission = z.string().check((context) => {
  if (isPermission(context.value)) return;
  const message =
    'A permission must be "server-code", "browser-code", "provider", "middleware", "hooks", "jobs", "slot", "route:unprotected", "route:auth", "model:<Name>", "extend:<Entity>", "data:<Table>", "host:<resource>/<host>", "dependency:<name>" or "secret:<NAME>".';
  refuse(context, { code: policyCode, message });
});

const list = (description: string) => z.array(permission).exactOptional().meta({ description });

/** Schema of the capabilities that plugins may add to a project. */
export const permissionsSchema = z
  .strictObject({
    allow: list('If present, capabilities that are not in "allow" or "ask" are denied.'),
    ask: list('Allowed with consent, also for typed paths.'),
    deny: list('Never.'),
  })
  .meta({ description: 'Capabilities that plugins may add to a project, with the names of the computed footprint.' });

export type Permissions = z.infer<typeof permissionsSchema>;
