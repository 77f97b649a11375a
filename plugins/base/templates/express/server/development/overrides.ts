import { existsSync, readdirSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const client = resolve('client');
const folder = resolve('client/overrides');

const page = resolve('index.html');
/** The module of the page, which cannot be replaced. */
const entry = 'main.tsx';

/**
 * Lets `client/overrides/components/Shell.tsx` replace `client/components/Shell.tsx` in every import.
 * The override itself can import the replaced file by a relative path.
 */
export function overrides(): Plugin {
  let isBuild = false;
  return {
    name: 'overrides',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      for (const problem of findProblems()) {
        if (isBuild) this.error(problem);
        else this.warn(problem);
      }
    },
    async resolveId(source, importer, options) {
      // The page imports by address: there, each file is itself.
      if (importer === undefined || importer === page || !existsSync(folder)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (found === null || found.external) return found;
      const [file = '', query = ''] = found.id.split(/(?=\?)/);
      const override = overrideOf(file);
      if (override === undefined || importer.split('?')[0] === override) return found;
      return { ...found, id: `${override}${query}` };
    },
    configureServer({ watcher, environments, ws, config }) {
      const reload = (path: string) => {
        if (!path.startsWith(`${folder}${sep}`)) return;
        for (const problem of findProblems()) config.logger.warn(problem.message);
        // Importers keep the file that they resolved first.
        for (const { moduleGraph } of Object.values(environments)) moduleGraph.invalidateAll();
        ws.send({ type: 'full-reload' });
      };
      watcher.on('add', reload).on('unlink', reload);
    },
  };
}

/** Returns the file that replaces a file of the client, if any. */
function overrideOf(file: string): string | undefined {
  const path = relative(client, file);
  if (path.startsWith('..') || file.startsWith(`${folder}${sep}`)) return undefined;
  const override = resolve(folder, path);
  return existsSync(override) ? override : undefined;
}

interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Finds overrides that replace no file, with generated files of the same name. */
function findProblems(): readonly Problem[] {
  if (!existsSync(folder)) return [];
  const files = filesIn(client).filter((path) => !path.startsWith('overrides/'));
  return filesIn(folder).flatMap((path) => {
    if (path !== entry && files.includes(path)) return [];
    const reason = path === entry ? 'it starts the client' : `client/${path} does not exist`;
    const near = files.filter((file) => nameOf(file) === nameOf(path)).slice(0, 3);
    const advice = near.length === 0 || path === entry ? '' : ` Similar files: ${near.join(', ')}.`;
    const message = `client/overrides/${path} replaces no file: ${reason}.${advice}`;
    return [{ code: 'override_unknown', message }];
  });
}

/** Returns `Shell` for `components/Shell.tsx`, and `orders` for `pages/orders/index.tsx`. */
function nameOf(path: string): string | undefined {
  return path
    .replace(/(?:\/index)?\.\w+$/, '')
    .split('/')
    .at(-1)
    ?.toLowerCase();
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.startsWith('.'))
    .map(({ parentPath, name }) => relative(root, resolve(parentPath, name)).replaceAll(sep, '/'));
}
