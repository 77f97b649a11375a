import * as z from 'zod';
import { duration, glob, opinionOn, recordOf, registry } from './values.ts';
import { refuse } from '../../core/schema-check.ts';
import { mirrorSchema } from './mirror.ts';
import { policyCode as code } from './values.ts';

const scope = z.string().check((context) => {
  const message = 'A scope is "@" and one name, such as "@acme".';
  if (!/^@[a-z0-9~][a-z0-9._~-]*$/u.test(context.value)) refuse(context, { code, message });
});

/** Registries that may be reached, and which is asked. */
export const registriesSchema = z
  .strictObject({
    allow: z.array(registry).exactOptional().meta({ description: 'The only registries that may be reached.' }),
    deny: z.array(registry).exactOptional().meta({ description: 'Registries that may not be reached.' }),
    default: registry.exactOptional().meta({ description: 'Asked for every name whose scope has no other.' }),
    scopes: recordOf(scope, registry).exactOptional().meta({
      description: 'The only registry that plugins of a scope may come from, and the one that is asked for them.',
    }),
    mirror: mirrorSchema.exactOptional().meta({
      description: 'Asked for every name in place of its registry. Not in a policy of a project.',
    }),
    redirects: z.enum(['same-origin', 'listed']).exactOptional().meta({
      description:
        'listed: a redirect may lead to another registry that may be reached. same-origin if absent. Only the latter in a policy of a project.',
    }),
    http: z.enum(['loopback', 'deny']).exactOptional().meta({
      description: 'Where plain http may lead: to this machine, which is all it ever does, or nowhere.',
    }),
  })
  .meta({ description: 'Addresses: the same origin, and the same path or one below it.' });

/** Kinds of places. */
export const sourcesSchema = z
  .strictObject({
    registry: opinionOn('Packages of registries.'),
    url: opinionOn('Addresses of archives; nothing is ever taken from one.'),
    git: opinionOn('Repositories; nothing is ever taken from one.'),
    file: opinionOn('Archives on this machine.'),
    directory: opinionOn('Folders on this machine.'),
  })
  .meta({ description: 'Where plugins may come from.' });

/** How old a release must be. */
export const freshnessSchema = z
  .strictObject({
    minAge: duration.exactOptional().meta({ description: 'How old a release must be: "3d".' }),
    exempt: z.array(glob).exactOptional().meta({ description: 'Plugins for which minAge does not hold.' }),
    missingTime: z.enum(['allow', 'deny']).exactOptional().meta({
      description: 'What of a release whose time the registry does not tell; deny if absent.',
    }),
  })
  .meta({ description: 'How old a release of a registry must be.' });
