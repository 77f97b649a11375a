import * as z from 'zod';
import { count, duration, opinionOn, packageGlob, packageRange, registry, size, version } from './values.ts';

const never = z.literal('deny').exactOptional();

/** Install scripts of packages. */
export const scriptsSchema = z
  .strictObject({
    default: never.meta({ description: 'Scripts of plugin packages never run.' }),
    allow: z.array(packageGlob).exactOptional().meta({
      description: 'The only packages with install scripts that plugins may need: names, or "name@1.2.3".',
    }),
  })
  .meta({ description: 'Scripts of packages.' });

/** Packages that plugin code needs. */
export const dependenciesSchema = z
  .strictObject({
    registry: opinionOn('Packages of registries.'),
    bundled: never.meta({ description: 'Packages bundled inside a plugin are never installed.' }),
    exotic: never.meta({ description: 'Plugins can depend only on registry versions.' }),
    allow: z.array(packageRange).exactOptional().meta({
      description: 'The only packages that plugins may need: names, patterns, or "zod@^4" for ranges within ^4.',
    }),
    deny: z.array(packageRange).exactOptional().meta({
      description: 'Denied packages: names, patterns, or "zod@<3" for ranges that include a version below 3.',
    }),
    minAge: duration.exactOptional().meta({
      description: 'Minimum age of the package version that npm would install with the plugin: "3d".',
    }),
  })
  .meta({ description: 'Packages that plugin code needs.' });

/** Allowed plugin versions. A text is short for the rule `code`. */
export const updatesSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { code: value } : value),
  z
    .strictObject({
      prerelease: opinionOn('Versions such as 2.0.0-beta.1.'),
      deprecated: opinionOn('Releases whose publisher advises against them.'),
      major: opinionOn('A version with a higher first number than the installed one.'),
      code: z.enum(['ask', 'same-footprint']).exactOptional().meta({
        description:
          'Consent to changed code of an installed plugin. ask: required. same-footprint: required only for more permissions, findings or another origin; no other policy must say ask. Not in a policy of a project.',
      }),
      auto: z.literal('off').exactOptional().meta({ description: 'Plugins are never updated automatically.' }),
      frozen: z.boolean().exactOptional().meta({ description: 'Installed plugins cannot be updated.' }),
    })
    .meta({ description: 'Allowed plugin versions.' }),
);

const license = z.string().regex(/^[A-Za-z0-9.+-]+$/u);

/** Licences, with SPDX identifiers. */
export const licensesSchema = z
  .strictObject({
    allow: z.array(license).exactOptional().meta({ description: 'Allowed licences.' }),
    deny: z.array(license).exactOptional().meta({ description: 'Denied licences.' }),
    unknown: opinionOn('For plugins without a readable licence. The default is deny if "allow" is present.'),
  })
  .meta({ description: 'Licences of plugins, with SPDX identifiers.' });

/** Limits of archives and of the network. */
export const limitShape = {
  packed: size.exactOptional().meta({ description: 'A compressed archive.' }),
  unpacked: size.exactOptional().meta({ description: 'All files of an archive.' }),
  fileBytes: size.exactOptional().meta({ description: 'One file of an archive.' }),
  entries: count.exactOptional().meta({ description: 'Files and folders of an archive.' }),
  depth: count.exactOptional().meta({ description: 'Segments of a path in an archive.' }),
  pathBytes: count.exactOptional().meta({ description: 'A path in an archive, in bytes.' }),
  packument: size.exactOptional().meta({ description: 'Registry metadata of one name.' }),
  timeout: duration.exactOptional().meta({ description: 'Timeout of a response.' }),
};

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

/** Tests of plugins. */
export const testsSchema = z
  .strictObject({
    require: z
      .union([z.boolean(), z.literal('report')])
      .exactOptional()
      .meta({
        description:
          'true: a plugin is published only if its own tests pass. "report": its package must also contain a current report of `genlock plugin test`, on publishing and on installation.',
      }),
  })
  .meta({ description: 'Tests of plugins.' });

/** Versions of Genlock. */
export const toolSchema = z
  .strictObject({
    min: version.exactOptional().meta({ description: 'The lowest version that may be used.' }),
    max: version.exactOptional().meta({ description: 'The highest version that may be used.' }),
  })
  .meta({ description: 'Versions of Genlock that may be used.' });
