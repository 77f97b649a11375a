import type { ScaffoldCall, ScaffoldLanguage } from '../../flows/author/create-options.ts';
import { askChoice, askChoices } from '../prompts.ts';

const languageLabels: Readonly<Record<ScaffoldLanguage, string>> = {
  typescript: 'TypeScript',
  javascript: 'JavaScript',
};

const callLabels: Readonly<Record<ScaffoldCall, string>> = {
  copyTemplates: 'copyTemplates: files, such as pages',
  registerPrismaSchema: 'registerPrismaSchema: models of the database',
  registerAPIRoutes: 'registerAPIRoutes: routes below /api, with a model',
  registerAdminMenu: 'registerAdminMenu: an entry of the admin menu',
  registerSettings: 'registerSettings: settings of the plugin',
  registerProvider: 'registerProvider: a React component around the application',
  registerCSS: 'registerCSS: variables of the theme',
  guardModel: 'guardModel: rules for a model',
  registerSecurityPolicy: 'registerSecurityPolicy: hosts of the pages',
  registerMiddleware: 'registerMiddleware: a handler for all requests',
  registerHooks: 'registerHooks: functions for reads and writes of records',
  registerSlot: 'registerSlot: a component in a place of the pages',
  registerJobs: 'registerJobs: jobs with a schedule or in a queue',
  extendEntity: 'extendEntity: fields of entities',
};

/** Asks for the language of a new plugin. The first one is the default. */
export function askLanguage(languages: readonly ScaffoldLanguage[]): Promise<ScaffoldLanguage> {
  const options = languages.map((value) => ({ value, label: languageLabels[value] }));
  return askChoice({ message: 'Which language?', options });
}

/** Asks for the SDK calls of a new plugin. */
export function askCalls(
  calls: readonly ScaffoldCall[],
  byDefault: readonly ScaffoldCall[],
): Promise<readonly ScaffoldCall[]> {
  const options = calls.map((value) => ({ value, label: callLabels[value] }));
  return askChoices({ message: 'Which SDK calls does it begin with?', options, initialValues: [...byDefault] });
}
