import { camelCase, kebabCase, pascalCase, sentenceCase } from 'change-case';
import { routeFault } from '../config/names.ts';
import { isReservedRoute } from '../config/reserved.ts';
import { GenlockError } from '../errors/error.ts';
import { bundledPlugins } from './load.ts';
import { name as manifestName } from './manifest/name.ts';

/** All spellings of a new plugin's name. */
export interface ScaffoldNames {
  /** As it was typed, the scope included: the package's name. */
  readonly package: string;
  /** Without the scope: the folder's name. */
  readonly folder: string;
  /** Segment of addresses and files. */
  readonly kebab: string;
  readonly pascal: string;
  readonly camel: string;
  /** What people read. */
  readonly title: string;
}

/** Longer ones would make table names that PostgreSQL cuts (63 bytes) and lines the formatter breaks. */
const longestName = 50;

/** Pages that mean something else to the client's router, and names of Genlock's own. */
const taken: ReadonlySet<string> = new Set(['index', 'base', 'core', 'genlock']);

/**
 * Reads the name of a plugin that is to be made.
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
      message: `a plugin called ${folder} would answer at an address that generated projects use themselves`,
      hint: `Choose a more specific name, such as "${kebab}-notes".`,
    });
  }
  if (bundledPlugins().includes(typed)) {
    throw new GenlockError({
      code: 'PLUGIN_NAME_TAKEN',
      message: `Genlock has a plugin called ${typed} of its own, which is what whoever adds that name gets`,
      hint: `Choose another name, or one in a scope, such as "@my-scope/${typed}".`,
    });
  }
  return { package: typed, folder, kebab, pascal, camel: camelCase(folder), title: sentenceCase(folder) };
}
