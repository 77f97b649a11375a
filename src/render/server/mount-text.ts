/** `server/lib/mount.ts`, there only where a plugin registers routes. */
export const mountText = `import type { RequestHandler, Router } from 'express';
import { requireAdmin, requireAuth } from '../generated/auth';
import { allowOnly } from './problem';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A module that answers requests: a handler for a method, or the default one for all. */
interface Handlers extends Readonly<Partial<Record<Method, RequestHandler>>> {
  readonly default?: RequestHandler;
  /** Runs before the body is parsed. */
  readonly before?: RequestHandler | readonly RequestHandler[];
}

interface Endpoint {
  readonly handlers: Handlers;
  readonly methods: readonly Method[];
  /** Everybody may call it if absent. */
  readonly access?: 'authenticated' | 'admin';
}

interface Mounted {
  readonly path: string;
  readonly api: Router;
  readonly beforeParsing: Router;
  readonly endpoints: readonly Endpoint[];
}

/** Answers a path with the handlers of modules; who may call it is decided before anything else is read. */
export function mount({ path, api, beforeParsing, endpoints }: Mounted): void {
  for (const { handlers, methods, access } of endpoints) {
    const first = [...guards(access), handlers.before ?? []].flat();
    for (const method of methods) {
      const handler = handlers[method] ?? handlers.default;
      if (handler === undefined) throw new Error(\`\${path} has no handler for \${method}.\`);
      const verb = method.toLowerCase() as Lowercase<Method>;
      if (first.length > 0) beforeParsing[verb](path, ...first);
      api[verb](path, handler);
    }
  }
  api.all(path, allowOnly(...endpoints.flatMap(({ methods }) => methods)));
}

function guards(access: Endpoint['access']): RequestHandler[] {
  if (access === undefined) return [];
  const check = access === 'admin' ? requireAdmin : requireAuth;
  return [
    async (req, _res, next) => {
      await check(req);
      next();
    },
  ];
}
`;
