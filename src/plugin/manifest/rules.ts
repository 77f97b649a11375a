import * as z from 'zod';
import type { SchemaFault } from '../../core/schema-check.ts';
import { adminMenu } from './admin-menu.ts';
import { databases } from './databases.ts';
import { dependencyNames } from './dependency-name.ts';
import { dependencyRange } from './dependency-range.ts';
import { frameworks } from './frameworks.ts';
import { name } from './name.ts';
import { provides } from './provides.ts';
import { settingBounds } from './setting-bounds.ts';
import { settingDefaults } from './setting-default.ts';
import { settingVariables } from './setting-env.ts';
import { settingKeys } from './setting-key.ts';
import { settingSecrets } from './setting-secret.ts';
import { settingValidations } from './setting-validation.ts';
import { setting } from './setting.ts';
import { text } from './text.ts';
import { version } from './version.ts';

/** Schema of `manifest.json` in the order of the plugin contract. Checks single values. */
export const manifestSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  name,
  version,
  description: text.exactOptional(),
  author: text.exactOptional(),
  license: text.exactOptional(),
  category: text.exactOptional(),
  tier: text.exactOptional(),
  frameworks: frameworks.exactOptional(),
  databases: databases.exactOptional(),
  dependencies: z.record(z.string(), dependencyRange).exactOptional(),
  settings: z.strictObject({ schema: z.record(z.string(), setting).exactOptional() }).exactOptional(),
  adminMenu: adminMenu.exactOptional(),
  provides: provides.exactOptional(),
});

/** Rules for keys and for combinations of values. Each rule works on manifests with other errors. */
export const manifestRules: readonly ((manifest: unknown) => readonly SchemaFault[])[] = [
  dependencyNames,
  settingKeys,
  settingBounds,
  settingDefaults,
  settingValidations,
  settingSecrets,
  settingVariables,
];
