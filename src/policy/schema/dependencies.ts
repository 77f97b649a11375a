import * as z from 'zod';
import { duration, opinionOn, packageGlob, packageRange } from './values.ts';

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
