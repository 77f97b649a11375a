/**
 * `genlock/sdk`: what a plugin's `generator.js` imports. Inside Genlock's sandbox the calls are recorded; this module
 * is what editors and type checkers see, and what answers when a generator is run by itself.
 *
 * @example
 * ```js
 * import { copyTemplates, registerAPIRoutes } from 'genlock/sdk';
 *
 * export default async function generate({ projectPath, settings }) {
 *   await copyTemplates({ source: 'templates', destination: projectPath });
 *   await registerAPIRoutes({ routes: [{ path: '/hello', handler: 'server/hello', methods: ['GET'] }] });
 * }
 * ```
 */
import type { Sdk } from '../sandbox/protocol/sdk.ts';

export type {
  AdminMenuOptions,
  CopyTemplatesOptions,
  CssOptions,
  ExtendOptions,
  FieldOptions,
  Generator,
  GeneratorContext,
  GuardOptions,
  HookOptions,
  JobOptions,
  MiddlewareOptions,
  ProviderOptions,
  RelationOptions,
  RouteOptions,
  SecurityPolicyOptions,
  SettingsOptions,
  SlotOptions,
} from '../sandbox/protocol/sdk.ts';
export type {
  AccessLevel,
  GuardedOperation,
  HttpMethod,
  MiddlewarePosition,
  PolicyResource,
  SettingSchema,
  SettingValue,
  SlotName,
} from '../sandbox/protocol/operations.ts';

/**
 * Renders files of the plugin's `templates/` into the project: `shared/**`, then the framework's folder over it. Files
 * without template tags and binary files are copied. The plugin cannot write files of Genlock, of entities or of other
 * plugins.
 *
 * @example
 * ```js
 * copyTemplates({ source: 'templates', ignore: ['**\/*.md'], variables: { title: 'Reports' } });
 * ```
 */
export const copyTemplates: Sdk['copyTemplates'] = outside('copyTemplates');

/**
 * Adds routes below `/api`. `handler` is a module of the plugin that exports one function per HTTP method. Routes of
 * entities, of the admin area and of the API description are reserved.
 *
 * @example
 * ```js
 * registerAPIRoutes({
 *   routes: [{ path: '/reports/:id', handler: 'server/reports', methods: ['GET', 'DELETE'], access: 'admin' }],
 * });
 * ```
 */
export const registerAPIRoutes: Sdk['registerAPIRoutes'] = outside('registerAPIRoutes');

/**
 * Adds an entry to the admin sidebar, with at most one level of entries below it.
 *
 * @example
 * ```js
 * registerAdminMenu({ id: 'reports', label: 'Reports', icon: 'chart-bar', href: '/admin/reports' });
 * ```
 */
export const registerAdminMenu: Sdk['registerAdminMenu'] = outside('registerAdminMenu');

/**
 * Adds models and enums in Prisma's schema language to the database schema. Models with the same name in several calls
 * or plugins are merged. Within one call, a name is defined once. `datasource` and `generator` blocks are refused.
 *
 * @example
 * ```js
 * registerPrismaSchema(`model Report {
 *   id    String @id @default(cuid())
 *   title String
 * }`);
 * ```
 */
export const registerPrismaSchema: Sdk['registerPrismaSchema'] = outside('registerPrismaSchema');

/**
 * Adds settings to the settings of the manifest. `genlock.json` can set them. The generator does not receive their
 * values, because its own call describes them.
 *
 * @example
 * ```js
 * registerSettings({ pluginId: 'reports', schema: { pageSize: { type: 'number', default: 20, min: 1, max: 100 } } });
 * ```
 */
export const registerSettings: Sdk['registerSettings'] = outside('registerSettings');

/**
 * Wraps the application in a React component. A component with a lower `order` is further out.
 *
 * @example
 * ```js
 * registerProvider({ name: 'ReportsProvider', import: '@/providers/ReportsProvider', order: 50 });
 * ```
 */
export const registerProvider: Sdk['registerProvider'] = outside('registerProvider');

/**
 * Sets custom properties of the theme. The argument is an object with `variables`, or the map itself.
 *
 * @example
 * ```js
 * registerCSS({ variables: { '--report-accent': 'hsl(220 80% 50%)' } });
 * ```
 */
export const registerCSS: Sdk['registerCSS'] = outside('registerCSS');

/**
 * Sets rules for a model that the plugin registers. They apply if `genlock.json` has an entity with the same name.
 *
 * @example
 * ```js
 * guardModel({ model: 'Member', refuse: ['create'], readOnly: ['email'], module: 'server/lib/member-hooks' });
 * ```
 */
export const guardModel: Sdk['guardModel'] = outside('guardModel');

/**
 * Adds hosts to the Content-Security-Policy of the pages, which otherwise permits resources of the application only.
 *
 * @example
 * ```js
 * registerSecurityPolicy({ script: ['js.payments.example'], frame: ['js.payments.example'], image: ['*.tiles.example'] });
 * ```
 */
export const registerSecurityPolicy: Sdk['registerSecurityPolicy'] = outside('registerSecurityPolicy');

/**
 * Adds an Express handler for all requests, at a fixed position of the server. The module exports `middleware`.
 *
 * @example
 * ```js
 * registerMiddleware({ position: 'afterAuth', module: 'server/lib/audit-log/record' });
 * ```
 */
export const registerMiddleware: Sdk['registerMiddleware'] = outside('registerMiddleware');

/**
 * Shows a React component in a place of the generated pages. The page loads the module when it shows the component.
 *
 * @example
 * ```js
 * registerSlot({ slot: 'form', entity: 'Order', module: '@/components/shipping/OrderForm' });
 * ```
 */
export const registerSlot: Sdk['registerSlot'] = outside('registerSlot');

/**
 * Adds hooks to an entity, or to every entity with `*`. The module exports `hooks`, which run in the transaction of
 * each write.
 *
 * @example
 * ```js
 * registerHooks({ entity: '*', module: 'server/lib/audit-log/hooks' });
 * ```
 */
export const registerHooks: Sdk['registerHooks'] = outside('registerHooks');

/**
 * Adds background jobs. Each module exports `job`, made with `defineJob`. A job with a schedule runs at these times, and code
 * queues jobs with `enqueue`.
 *
 * @example
 * ```js
 * registerJobs([
 *   { name: 'send-digest', module: 'server/lib/newsletter/send-digest', schedule: '0 8 * * 1-5', timeZone: 'Europe/Berlin' },
 * ]);
 * ```
 */
export const registerJobs: Sdk['registerJobs'] = outside('registerJobs');

/**
 * Adds optional fields, fields with a default, and relations to the plugin's own models to an entity of the project, or
 * to every entity with `*`.
 *
 * @example
 * ```js
 * extendEntity({ entity: 'Post', fields: [{ name: 'slug', type: 'String', format: 'slug', index: true }] });
 * ```
 */
export const extendEntity: Sdk['extendEntity'] = outside('extendEntity');

function outside(name: keyof Sdk): () => never {
  return () => {
    throw new Error(`${name}() only works inside Genlock: run the generator with "genlock add <plugin folder>"`);
  };
}
