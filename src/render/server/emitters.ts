import type { Emitter } from '../emitter.ts';
import { accessRules } from './access.ts';
import { adminTests } from './admin-tests.ts';
import { authPort } from './auth-port.ts';
import { entityFactories } from './entity-factory.ts';
import { entityRouters } from './entity-router.ts';
import { entitySchemas } from './entity-schema.ts';
import { entityTests } from './entity-tests.ts';
import { entityTypes } from './entity-types.ts';
import { jobs } from './jobs.ts';
import { mailPort } from './mail-port.ts';
import { openApi } from './openapi.ts';
import { pluginHooks } from './hooks.ts';
import { prismaSchema } from './prisma-schema.ts';
import { routeTable } from './route-table.ts';
import { seed } from './seed.ts';
import { serverLibrary } from './server-library.ts';
import { middleware } from './middleware.ts';
import { modelGuards } from './guards.ts';
import { listQueries } from './queries.ts';
import { securityPolicy } from './security-policy.ts';
import { pluginSettings } from './settings.ts';

/** The emitters of the API, of the code shared with the client, and of the tests. */
export const serverEmitters: readonly Emitter[] = [
  prismaSchema,
  entitySchemas,
  entityRouters,
  entityTypes,
  accessRules,
  modelGuards,
  pluginHooks,
  jobs,
  listQueries,
  serverLibrary,
  routeTable,
  authPort,
  mailPort,
  securityPolicy,
  middleware,
  pluginSettings,
  openApi,
  adminTests,
  entityFactories,
  entityTests,
  seed,
];
