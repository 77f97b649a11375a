import * as z from 'zod';
import { count, duration, glob, opinionOn, packageGlob, registry, size, version } from './values.ts';

const never = z.literal('deny').exactOptional();

/** Scripts of packages. */
export const scriptsSchema = z
  .strictObject({
    default: never.meta({ description: 'No script of a plugin’s package is ever run.' }),
    allow: z.array(packageGlob).exactOptional().meta({
      description: 'The only packages with install scripts that plugins may need: names, or "name@1.2.3".',
    }),
  })
  .meta({ description: 'Scripts of packages.' });

/** Packages the contributed code needs. */
export const dependenciesSchema = z
  .strictObject({
    registry: opinionOn('Packages of registries.'),
    bundled: never.meta({ description: 'Packages inside of a plugin never come along.' }),
    exotic: never.meta({ description: 'A plugin can name versions of registries only.' }),
    deny: z.array(glob).exactOptional().meta({ description: 'Names that may not be needed.' }),
    minAge: duration.exactOptional().meta({
      description: 'How old the version must be that npm would take of a package that comes along: "3d".',
    }),
  })
  .meta({ description: 'Packages that contributed code needs.' });

/** Which versions may come. */
export const updatesSchema = z
  .strictObject({
    prerelease: opinionOn('Versions such as 2.0.0-beta.1.'),
    deprecated: opinionOn('Releases whose publisher advises against them.'),
    major: opinionOn('A version with a higher first number than the installed one.'),
    auto: z.literal('off').exactOptional().meta({ description: 'Nothing is ever updated unasked.' }),
    frozen: z.boolean().exactOptional().meta({ description: 'What is installed stays as it is.' }),
  })
  .meta({ description: 'Which versions may come.' });

const license = z.string().regex(/^[A-Za-z0-9.+-]+$/u);

/** Licences, as SPDX names them. */
export const licensesSchema = z
  .strictObject({
    allow: z.array(license).exactOptional().meta({ description: 'The only ones.' }),
    deny: z.array(license).exactOptional().meta({ description: 'Those that may not come.' }),
    unknown: opinionOn('Of plugins that name none, or one that can’t be read; deny if "allow" is there.'),
  })
  .meta({ description: 'Licences of plugins, as SPDX names them.' });

/** Limits of archives and of the network. */
export const limitShape = {
  packed: size.exactOptional().meta({ description: 'An archive, as it comes.' }),
  unpacked: size.exactOptional().meta({ description: 'All files of an archive.' }),
  fileBytes: size.exactOptional().meta({ description: 'One file of an archive.' }),
  entries: count.exactOptional().meta({ description: 'Files and folders of an archive.' }),
  depth: count.exactOptional().meta({ description: 'Segments of a path in an archive.' }),
  pathBytes: count.exactOptional().meta({ description: 'A path in an archive, in bytes.' }),
  packument: size.exactOptional().meta({ description: 'What a registry says of one name.' }),
  timeout: duration.exactOptional().meta({ description: 'Until an answer is there.' }),
};

/** Where plugins may be published. */
export const publishSchema = z
  .strictObject({
    registries: z.array(registry).exactOptional().meta({ description: 'The only registries to publish to.' }),
    scopes: z
      .array(z.string().regex(/^@[a-z0-9~][a-z0-9._~-]*$/u))
      .exactOptional()
      .meta({ description: 'The only scopes to publish in; a name without one is in none.' }),
    provenance: z.enum(['required', 'optional']).exactOptional().meta({
      description: 'Whether it must be signed how a plugin was made.',
    }),
    immutable: z.literal(true).exactOptional().meta({
      description:
        'What was published is never replaced or taken back: the registry is asked whether the version is there.',
    }),
    staged: z.enum(['required', 'optional']).exactOptional().meta({
      description: 'Whether a release must wait at the registry until somebody approves it.',
    }),
  })
  .meta({ description: 'Where plugins may be published.' });

/** Tests of plugins. */
export const testsSchema = z
  .strictObject({
    require: z.boolean().exactOptional().meta({ description: 'A plugin is published only if its own tests pass.' }),
  })
  .meta({ description: 'Tests of plugins that are published.' });

/** Versions of Genlock. */
export const toolSchema = z
  .strictObject({
    min: version.exactOptional().meta({ description: 'The lowest version that may be used.' }),
    max: version.exactOptional().meta({ description: 'The highest version that may be used.' }),
  })
  .meta({ description: 'Versions of Genlock that may be used.' });
