/** The React client: what depends on entities and plugins. The rest are template files of the base plugin. */
import type { Emitter } from '../emitter.ts';
import { forms } from './forms.ts';
import { pages } from './pages.ts';
import { resources } from './resources.ts';

export const clientEmitters: readonly Emitter[] = [resources, forms, pages];
