import { accessLevels, httpMethods, isRoutePath, type ApiRoute } from '../../sandbox/index.ts';
import { pathsOverlap, shapeOf } from '../render/server/route-paths.ts';
import { isModuleName, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator, type Diagnostic, type ValidationContext } from './context.ts';

/** Path below `/api` that is not available to the plugin. */
interface Claim {
  readonly owner: string;
  readonly path: string;
}

const coreClaims: readonly Claim[] = [
  '/admin',
  '/admin/*rest',
  '/openapi',
  '/openapi.json',
  '/openapi.yaml',
  '/openapi/*rest',
  '/docs',
  '/docs/*rest',
].map((path) => ({ owner: 'Genlock', path }));

const authClaims: readonly Claim[] = ['/auth', '/auth/*rest'].map((path) => ({
  owner: 'the plugin that provides authentication',
  path,
}));

/** Paths of the admin area that the plugin that provides authentication may use. */
const authAdminPath = /^\/admin\/(?:users|audit)(?:\/|$)/u;

/**
 * Validates routes: each has exactly one handler, in a module of the plugin. Within one plugin, the order decides
 * between `/a/:id` and `/a/new`. Routes with equal paths need different methods.
 */
export const validateApiRoutes: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerAPIRoutes');
  const claims = Map.groupBy(claimsOf(trial), ({ path }) => firstSegment(path));
  const answered = new Set<string>();
  for (const route of operations.flatMap(({ routes }) => routes)) {
    yield* handlerFaults(route, trial);
    yield* pathFaults(route, { claims, trial });
    const twin = route.methods.find((method) => {
      const size = answered.size;
      return answered.add(`${method} ${shapeOf(route.path)}`).size === size;
    });
    if (twin === undefined) continue;
    const reason = `registers ${twin} /api${route.path} more than once`;
    yield refusal(trial, { code: 'JUDGE_ROUTE_DUPLICATE', reason });
  }
};

function claimsOf({ manifest, model }: ValidationContext): readonly Claim[] {
  const entityClaims = model.entities.flatMap(({ names }) =>
    [`/${names.route}`, `/${names.route}/:id`].map((path) => ({ owner: `the entity ${names.pascal}`, path })),
  );
  return [
    ...entityClaims,
    ...coreClaims,
    ...(manifest.provides === 'auth' || manifest.extends === 'auth' ? [] : authClaims),
  ];
}

function* pathFaults(
  { path, methods, access = 'public' }: ApiRoute,
  { claims, trial }: { readonly claims: ReadonlyMap<string, readonly Claim[]>; readonly trial: ValidationContext },
): Iterable<Diagnostic> {
  const isKnown = methods.every((method) => httpMethods.includes(method)) && accessLevels.includes(access);
  if (!isRoutePath(path) || !isKnown) {
    yield refusal(trial, { code: 'JUDGE_ROUTE_PATH', reason: `registers /api${path}, which can't be a route` });
    return;
  }
  if (trial.manifest.provides === 'auth' && authAdminPath.test(path)) return;
  // Every claim begins with a static segment. A path with a static first segment can only overlap claims with an equal
  // first segment.
  const near = /^\/[:*]/u.test(path) ? [...claims.values()].flat() : (claims.get(firstSegment(path)) ?? []);
  const claim = near.find((other) => pathsOverlap(other.path, path));
  if (claim === undefined) return;
  const reason = `registers /api${path}, which overlaps /api${claim.path} of ${claim.owner}`;
  yield refusal(trial, { code: 'JUDGE_ROUTE_SHADOWS', reason });
}

function firstSegment(path: string): string {
  return path.split('/')[1]?.toLowerCase() ?? '';
}

function* handlerFaults({ path, handler }: ApiRoute, trial: ValidationContext): Iterable<Diagnostic> {
  const module = ownModule(handler, trial);
  if (module === undefined) {
    const reason = `answers /api${path} with ${handler}, which is not a code module among its files`;
    yield refusal(trial, { code: 'JUDGE_HANDLER_MISSING', reason });
  } else if (!isModuleName(module)) {
    const reason = `answers /api${path} with ${module}, a name that is not valid in generated code`;
    yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
  }
}
