/** Normalizes paths in SDK calls: relative to the project's root or to `templates/`. */
import { pluginRoot, projectRoot } from '../protocol/messages.ts';
import { isRelativePath } from '../protocol/syntax.ts';
import { pathExcess } from '../protocol/usage-counter.ts';
import { wrong, type ArgumentPath } from './check.ts';
import { refuse } from './failure.ts';
import { input, refuseExcess } from './run.ts';

/** Reads a path in the project; '' is the root. A leading `projectPath` is allowed. */
export function projectPath(value: unknown, at: ArgumentPath): string {
  return below(value, at, { root: projectRoot, whole: 'the project' });
}

/** Reads the path of a plugin module in the project. */
export function modulePath(value: unknown, at: ArgumentPath): string {
  const path = projectPath(value, at);
  if (path === '') throw wrong(at, 'the path of a plugin module', value);
  return path;
}

/** Replaces `@/` at the start of an import with `client/`. */
export function clientPath(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('@/') ? `client/${value.slice(2)}` : value;
}

/** Reads a path below the plugin's `templates/`; '' is the whole folder. A leading `templates/` is allowed. */
export function templatePath(value: unknown, at: ArgumentPath): string {
  const path = below(value, at, { root: pluginRoot, whole: "the plugin's templates" });
  return path === 'templates' ? '' : path.replace(/^templates\//, '');
}

function below(
  value: unknown,
  at: ArgumentPath,
  { root, whole }: { readonly root: string; readonly whole: string },
): string {
  if (typeof value !== 'string') throw wrong(at, 'a path', value);
  const inside = value === root || value.startsWith(`${root}/`) ? value.slice(root.length + 1) : value;
  const absolute = inside.startsWith('/') && inside === value;
  const segments = inside.split('/').filter((segment) => segment !== '' && segment !== '.');
  const path = segments.join('/');
  refuseExcess(pathExcess(path, input().limits));
  if (absolute || (path !== '' && !isRelativePath(path))) {
    throw refuse(
      'SANDBOX_PATH',
      `${at} must be a relative path that stays in ${whole}; it is ${JSON.stringify(value.slice(0, 200))}`,
    );
  }
  return path;
}
