import { camelCase, kebabCase, pascalCase, sentenceCase } from 'change-case';
import { routeFault } from '../config/names.ts';
import { isReservedRoute } from '../config/reserved.ts';
import { GenlockError } from '../errors/error.ts';
import { bundledPlugins } from './bundled.ts';
import { name as manifestName } from './manifest/name.ts';

/** All spellings of a new plugin's name. */
export interface ScaffoldNames {
  /** Package name: the name that the user typed, including the scope. */
  readonly package: string;
  /** Folder name: the name without the scope. */
  readonly folder: string;
  /** Form for URL segments and file names. */
  readonly kebab: string;
  readonly pascal: string;
  readonly camel: string;
  /** Title for users. */
  readonly title: string;
}

/** Length limit. Longer names would exceed PostgreSQL's table name limit (63 bytes) or the formatter's line width. */
const longestName = 50;

/** Names with another meaning in the client's router, and names that Genlock reserves. */
const taken: ReadonlySet<string> = new Set(['index', 'base', 'core', 'genlock']);

/**
 * Returns all spellings of a new plugin's name.
 *
 * @throws GenlockError PLUGIN_NAME_INVALID, PLUGIN_NAME_TAKEN
 */
export function scaffoldNames(typed: string): ScaffoldNames {
  const folder = typed.slice(typed.indexOf('/') + 1);
  const kebab = kebabCase(folder);
  const pascal = pascalCase(folder);
  if (!manifestName.safeParse(typed).success || folder.length > longestName || routeFault(kebab) !== undefined) {
    throw new GenlockError({
      code: 'PLUGIN_NAME_INVALID',
      message: `${JSON.stringify(typed.slice(0, 200))} can't be the name of a new plugin`,
      hint:
        `Use lower-case letters, digits and hyphens, beginning with a letter, at most ${longestName}, such as ` +
        '"guestbook" or "@my-scope/guestbook".',
    });
  }
  if (taken.has(kebab) || isReservedRoute(kebab)) {
    throw new GenlockError({
      code: 'PLUGIN_NAME_TAKEN',
      message: `a plugin called ${folder} would use a route of generated projects`,
      hint: `Choose a more specific name, such as "${kebab}-notes".`,
    });
  }
  if (bundledPlugins().includes(typed)) {
    throw new GenlockError({
      code: 'PLUGIN_NAME_TAKEN',
      message: `Genlock has a bundled plugin called ${typed}, so "genlock add" would add that one`,
      hint: `Choose another name, or one in a scope, such as "@my-scope/${typed}".`,
    });
  }
  return { package: typed, folder, kebab, pascal, camel: camelCase(folder), title: sentenceCase(folder) };
}
