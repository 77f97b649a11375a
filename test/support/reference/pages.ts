/** The generated reference pages in `docs`. */
import { configJsonSchema } from '../../../src/config/json-schema.ts';
import { defaultIcon, iconNames } from '../../../src/config/icons.ts';
import { manifestJsonSchema } from '../../../src/plugin/manifest/json-schema.ts';
import { policyJsonSchema } from '../../../src/policy/json-schema.ts';
import { commandsPage } from './commands.ts';
import { errorsPage } from './errors.ts';
import { code, page } from './markdown.ts';
import { schemaSections } from './schema.ts';
import { sdkPage } from './sdk.ts';

/** The content of each page by file name. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'COMMAND-REFERENCE.md': commandsPage,
  'CONFIGURATION-KEYS.md': configPage,
  'ERRORS.md': errorsPage,
  'ICONS.md': iconsPage,
  'MANIFEST.md': manifestPage,
  'POLICY-KEYS.md': policyPage,
  'SDK.md': sdkPage,
};

const paths = '`[]` in a heading stands for an entry of an array, `<name>` for a name of your choice.';

function configPage(): string {
  return page(
    '# Keys of genlock.json',
    `[CONFIGURATION.md](CONFIGURATION.md) explains the file with examples. An unknown key is an error. ${paths}`,
    schemaSections(configJsonSchema(), 'The file'),
  );
}

function manifestPage(): string {
  return page(
    '# Keys of manifest.json',
    `[PLUGINS.md](PLUGINS.md#the-manifest) explains the manifest of a plugin, and [ICONS.md](ICONS.md) lists the icons. The package contains the schema as \`genlock/schemas/manifest.json\`, for \`$schema\` and editors. ${paths}`,
    schemaSections(manifestJsonSchema(), 'The file'),
  );
}

function policyPage(): string {
  return page(
    '# Keys of genlock.policy.json',
    `[POLICY.md](POLICY.md) explains policies with examples. An unknown key is an error. ${paths}`,
    'Times are written as `30s`, `45m`, `12h`, `3d`, `2w`, sizes as `512KB`, `10MB`, `1GB` (factor 1024). `allow`, `ask` and `deny` are opinions: `ask` needs the consent of the user.',
    schemaSections(policyJsonSchema(), 'The file'),
  );
}

function iconsPage(): string {
  return page(
    '# Icons',
    `An entity (\`icon\` in [genlock.json](CONFIGURATION-KEYS.md#entities)) and an entry of the admin menu (\`icon\` in the [manifest](MANIFEST.md#adminmenu) and in [\`registerAdminMenu\`](SDK.md#registeradminmenu)) can have one of these ${iconNames.length} icons of [Lucide](https://lucide.dev/icons), in any spelling: \`shopping-cart\` and \`ShoppingCart\` are the same.`,
    `An unknown icon of an entity is an error (\`CONFIG_ICON_UNKNOWN\`). An unknown icon of a menu entry is a warning, and the menu shows \`${defaultIcon}\`.`,
    iconNames.map(code).join(', '),
  );
}
