/** The `genlock/sdk` of a generator without a sandbox: accepts every argument after a naive check. */
export const operations = [];

const take = (kind) => async (given) => {
  if (typeof given !== 'object' && typeof given !== 'string') throw new TypeError(`${kind} takes an object`);
  // The look: links of this site only. It reads the property, and what is kept reads it again.
  const href = given?.href;
  if (href !== undefined && !/^\/(?!\/)/.test(href)) throw new TypeError('href');
  if (typeof given === 'string' || Array.isArray(given)) operations.push({ kind, given });
  else operations.push({ kind, ...given });
};

export const copyTemplates = take('copyTemplates');
export const registerAPIRoutes = take('registerAPIRoutes');
export const registerAdminMenu = take('registerAdminMenu');
export const registerPrismaSchema = take('registerPrismaSchema');
export const registerSettings = take('registerSettings');
export const registerProvider = take('registerProvider');
export const registerCSS = take('registerCSS');
export const guardModel = take('guardModel');
export const registerSecurityPolicy = take('registerSecurityPolicy');
export const registerMiddleware = take('registerMiddleware');
export const registerHooks = take('registerHooks');
export const registerJobs = take('registerJobs');
export const registerSlot = take('registerSlot');
export const extendEntity = take('extendEntity');
