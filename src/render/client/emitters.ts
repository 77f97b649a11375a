/** The React client: what depends on entities and plugins. The rest are template files of the base plugin. */
import type { Emitter } from '../emitter.ts';
import { typedApi } from './api.ts';
import { forms } from './forms.ts';
import { menu } from './menu.ts';
import { pages } from './pages.ts';
import { providers } from './providers.ts';
import { resources } from './resources.ts';
import { clientTests } from './tests.ts';
import { theme } from './theme.ts';

export const clientEmitters: readonly Emitter[] = [
  typedApi,
  resources,
  forms,
  pages,
  providers,
  menu,
  theme,
  clientTests,
];
