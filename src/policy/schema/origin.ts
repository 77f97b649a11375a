import * as z from 'zod';
import { opinionOn, recordOf, registry, absolutePath, policyCode as code } from './values.ts';
import { refuse } from '../../core/schema-check.ts';

const scope = z.string().check((context) => {
  const message = 'A scope must be "@" and a name, such as "@acme".';
  if (!/^@[a-z0-9~][a-z0-9._~-]*$/u.test(context.value)) refuse(context, { code, message });
});

/** Schema of a mirror that replaces all registries. */
const mirrorSchema = z
  .strictObject({
    mode: z.enum(['only', 'prefer', 'off']).meta({
      description:
        'only: no other registry is used. prefer: packages missing on the mirror are requested from the registry. off: no mirror, also if a policy of a lower level sets one.',
    }),
    url: registry.exactOptional().meta({ description: 'URL of the mirror. Every "allow" list applies to it.' }),
    path: absolutePath.exactOptional().meta({
      description: 'Folder with npm archives, each in a subfolder with the package name.',
    }),
  })
  .check((context) => {
    const { mode, url, path } = context.value;
    if (mode === 'off' || (url === undefined) !== (path === undefined)) return;
    refuse(context, { code, message: 'Set either "url" or "path" for a mirror.' });
  });

/** Allowed registries, and the registry used for each name. */
export const registriesSchema = z
  .strictObject({
    allow: z.array(registry).exactOptional().meta({ description: 'The only allowed registries.' }),
    deny: z.array(registry).exactOptional().meta({ description: 'Denied registries.' }),
    default: registry.exactOptional().meta({ description: 'Registry for all names without a scope registry.' }),
    scopes: recordOf(scope, registry).exactOptional().meta({
      description: 'The only registry for the plugins of a scope.',
    }),
    mirror: mirrorSchema.exactOptional().meta({
      description: 'Mirror used for every name instead of its registry. Not allowed in a project policy.',
    }),
    redirects: z.enum(['same-origin', 'listed']).exactOptional().meta({
      description:
        'listed: redirects to other allowed registries are followed. Default: same-origin. A project policy can set only same-origin.',
    }),
    http: z.enum(['loopback', 'deny']).exactOptional().meta({
      description: 'Where plain http is accepted: only on this machine (loopback, the default), or never (deny).',
    }),
  })
  .meta({ description: 'Registries. An address matches the same origin with the same path or a path below it.' });

/** Kinds of plugin sources. */
export const sourcesSchema = z
  .strictObject({
    registry: opinionOn('Packages of registries.'),
    url: opinionOn('Archive URLs. Always denied.'),
    git: opinionOn('Git repositories. Always denied.'),
    file: opinionOn('Archives on this machine.'),
    directory: opinionOn('Folders on this machine.'),
  })
  .meta({ description: 'Allowed plugin sources.' });
