/** Implements `genlock/sdk` for plugin modules. Every call is recorded before it returns, awaited or not. */
import type { Operation } from '../protocol/operations.ts';
import type { Sdk } from '../protocol/sdk.ts';
import { copyTemplatesOperation } from './copy-templates.ts';
import { extendOperation } from './extend-entity.ts';
import { guardOperation } from './guard.ts';
import { hooksOperation } from './hooks.ts';
import { jobsOperation } from './jobs.ts';
import { middlewareOperation } from './middleware.ts';
import { prismaSchemaOperation } from './prisma.ts';
import { adminMenuOperation, cssOperation, providerOperation, routesOperation, settingsOperation } from './register.ts';
import { record, requireOpen } from './run.ts';
import { securityPolicyOperation } from './security-policy.ts';
import { slotOperation } from './slot.ts';

const call =
  (name: Operation['kind'], read: (argument: unknown) => Operation) =>
  (argument?: unknown): Promise<void> => {
    requireOpen(name);
    record(read(argument));
    return Promise.resolve();
  };

export const sdk: Sdk = {
  copyTemplates: call('copyTemplates', copyTemplatesOperation),
  registerAPIRoutes: call('registerAPIRoutes', routesOperation),
  registerAdminMenu: call('registerAdminMenu', adminMenuOperation),
  registerPrismaSchema: call('registerPrismaSchema', prismaSchemaOperation),
  registerSettings: call('registerSettings', settingsOperation),
  registerProvider: call('registerProvider', providerOperation),
  registerCSS: call('registerCSS', cssOperation),
  guardModel: call('guardModel', guardOperation),
  registerSecurityPolicy: call('registerSecurityPolicy', securityPolicyOperation),
  registerMiddleware: call('registerMiddleware', middlewareOperation),
  registerHooks: call('registerHooks', hooksOperation),
  registerJobs: call('registerJobs', jobsOperation),
  registerSlot: call('registerSlot', slotOperation),
  extendEntity: call('extendEntity', extendOperation),
};
