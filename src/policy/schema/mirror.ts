import * as z from 'zod';
import { refuse } from '../../core/schema-check.ts';
import { absolutePath, policyCode as code, registry } from './values.ts';

/** What stands in for every registry. */
export const mirrorSchema = z
  .strictObject({
    mode: z.enum(['only', 'prefer', 'off']).meta({
      description:
        'only: nothing else is reached. prefer: what it has not is asked of the registry. off: none, whatever a policy after this one says.',
    }),
    url: registry.exactOptional().meta({ description: 'A registry; every list of those that may be reached counts.' }),
    path: absolutePath.exactOptional().meta({
      description: 'A folder of archives as npm packs them, each in the folder of its name.',
    }),
  })
  .check((context) => {
    const { mode, url, path } = context.value;
    if (mode === 'off' || (url === undefined) !== (path === undefined)) return;
    refuse(context, { code, message: 'A mirror has one place: "url" or "path".' });
  });
