/** `genlock/sdk` as a plugin's modules see it. Every call is recorded before it returns, awaited or not. */
import type { Operation } from '../protocol/operations.ts';
import type { Sdk } from '../protocol/sdk.ts';
import { copyTemplatesOperation } from './copy-templates.ts';
import { prismaSchemaOperation } from './prisma.ts';
import { adminMenuOperation, cssOperation, providerOperation, routesOperation, settingsOperation } from './register.ts';
import { record } from './run.ts';

const call =
  (read: (argument: unknown) => Operation) =>
  (argument?: unknown): Promise<void> => {
    record(read(argument));
    return Promise.resolve();
  };

export const sdk: Sdk = {
  copyTemplates: call(copyTemplatesOperation),
  registerAPIRoutes: call(routesOperation),
  registerAdminMenu: call(adminMenuOperation),
  registerPrismaSchema: call(prismaSchemaOperation),
  registerSettings: call(settingsOperation),
  registerProvider: call(providerOperation),
  registerCSS: call(cssOperation),
};
