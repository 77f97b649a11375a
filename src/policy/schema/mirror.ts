import * as z from 'zod';
import { refuse } from '../../core/schema-check.ts';
import { absolutePath, policyCode as code, registry } from './values.ts';

/** Schema of a mirror that replaces all registries. */
export const mirrorSchema = z
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
