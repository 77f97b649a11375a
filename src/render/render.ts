import { GenlockError } from '../errors/error.ts';
import { contributedFiles, dataMigrationFiles } from './contributed-files.ts';
import type { Emitter, RenderInput } from './emitter.ts';
import { withExtensions } from './extensions.ts';
import { withGuards } from './guards.ts';
import { moduleClashes } from './module-clashes.ts';
import { serverEmitters } from './server/emitters.ts';
import { toolEmitters } from './tools/emitters.ts';
import type { Tree, TreeFile } from '../core/tree.ts';
import { typedApi } from './client/api.ts';
import { forms } from './client/forms.ts';
import { latest } from './client/latest.ts';
import { menu } from './client/menu.ts';
import { pages } from './client/pages.ts';
import { providers } from './client/providers.ts';
import { resources } from './client/resources.ts';
import { clientTests } from './client/tests.ts';
import { slots } from './client/slots.ts';
import { theme } from './client/theme.ts';

export type { RenderInput } from './emitter.ts';

/** Grows by one whenever the same inputs would render to other bytes; pinned in the lockfile. */
export const rendererVersion = 6;

/** The React client: files that depend on entities and plugins. The base plugin has the rest as templates. */
const clientEmitters: readonly Emitter[] = [
  typedApi,
  resources,
  forms,
  pages,
  latest,
  providers,
  slots,
  menu,
  theme,
  clientTests,
];

const emitters: readonly Emitter[] = [
  ...toolEmitters,
  ...serverEmitters,
  ...clientEmitters,
  contributedFiles,
  dataMigrationFiles,
];

/**
 * Renders the project from configuration and operations. A pure function.
 *
 * @throws GenlockError `RENDER_…` if two contributions conflict; names both owners. `DATA_…` if an entity contradicts the
 *   rules of its model, or members that plugins add.
 */
export function render(given: RenderInput): Tree {
  refusePortClashes(given);
  const input = withGuards(withExtensions(given));
  const files = new Map<string, TreeFile>();
  for (const { path, content, mode = 0o644, owner = 'core' } of emitters.flatMap((emit) => [...emit(input)])) {
    const other = files.get(path);
    if (other !== undefined) {
      throw new GenlockError({
        code: 'RENDER_PATH_CLASH',
        message: `${path} is written by ${owner} and by ${other.owner}`,
      });
    }
    files.set(path, { content, mode, owner });
  }
  const tree = new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  refuseClashes(tree);
  return tree;
}

/** @throws GenlockError `RENDER_PORT_CLASH` if two plugins provide the same part of the application */
function refusePortClashes({ contributions }: RenderInput): void {
  const providers = Map.groupBy(contributions, ({ manifest }) => manifest.provides);
  for (const [part, [one, other]] of providers) {
    if (part === undefined || one === undefined || other === undefined) continue;
    const message = `${one.manifest.name} and ${other.manifest.name} both provide "${part}"`;
    throw new GenlockError({ code: 'RENDER_PORT_CLASH', message });
  }
}

/** @throws GenlockError `RENDER_PATH_CLASH` if a file changes the target of an import or URL of another owner */
function refuseClashes(tree: Tree): void {
  const files = [...tree].map(([path, { owner }]) => ({ path, owner }));
  const [clash] = moduleClashes(files, ({ owner }) => owner !== 'core');
  if (clash === undefined) return;
  const { file, other, effect } = clash;
  const message = `${file.path} of ${file.owner} ${effect}, a file of ${other.owner}`;
  const isPage = other.owner === 'core' && other.path.startsWith('client/pages/');
  const hint = isPage ? { hint: 'Give the entity another "route", or remove its "pages".' } : {};
  throw new GenlockError({ code: 'RENDER_PATH_CLASH', message, ...hint });
}

/** Returns the name of the core emitter that creates a file; empty without an emitter. */
export function emitterOf(path: string, given: RenderInput): string {
  const input = withGuards(withExtensions(given));
  return emitters.find((emit) => [...emit(input)].some((file) => file.path === path))?.name ?? '';
}
