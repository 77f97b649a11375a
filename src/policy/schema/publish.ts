import * as z from 'zod';
import { registry } from './values.ts';

/** Where plugins may be published. */
export const publishSchema = z
  .strictObject({
    registries: z.array(registry).exactOptional().meta({ description: 'The only registries to publish to.' }),
    scopes: z
      .array(z.string().regex(/^@[a-z0-9~][a-z0-9._~-]*$/u))
      .exactOptional()
      .meta({ description: 'The only scopes to publish in; excludes names without a scope.' }),
    provenance: z.enum(['required', 'optional']).exactOptional().meta({
      description: 'Whether signed provenance is required.',
    }),
    immutable: z.literal(true).exactOptional().meta({
      description:
        'Published versions are never replaced or unpublished. The registry is queried for the version before publishing.',
    }),
    staged: z.enum(['required', 'optional']).exactOptional().meta({
      description: 'Whether a release must be approved at the registry.',
    }),
  })
  .meta({ description: 'Where plugins may be published.' });
