/**
 * Operations that a plugin's generator can return: one type for each SDK call. Operations are plain JSON without code.
 * Every path is POSIX, relative to the project's root, without `.` or `..` segments.
 */
import type { ExtendEntity } from './extension.ts';

/** HTTP methods for routes. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Access levels of a route: everyone, signed-in users, administrators. */
export const accessLevels = ['public', 'authenticated', 'admin'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Value of a plugin setting. */
export type SettingValue = string | number | boolean;

/**
 * A file that a plugin contributes. Rendered text is in `content`, with its package path in `template`. Other files
 * (binary, or text without tags) have their package path in `source`, so their bytes never enter the isolate.
 */
export type ContributedFile =
  | { readonly path: string; readonly content: string; readonly template?: string }
  | { readonly path: string; readonly source: string };

/** Files that are rendered or copied from the plugin's `templates/`. */
export interface CopyTemplates {
  readonly kind: 'copyTemplates';
  readonly files: readonly ContributedFile[];
}

/** Routes below `/api`. `handler` is the path of a plugin module. */
export interface RegisterApiRoutes {
  readonly kind: 'registerAPIRoutes';
  readonly routes: readonly ApiRoute[];
}
export interface ApiRoute {
  /** Path below `/api`, with a leading slash and `:id` parameters. */
  readonly path: string;
  readonly handler: string;
  readonly methods: readonly HttpMethod[];
  readonly access?: AccessLevel;
}

/** An entry in the admin sidebar, with at most one level of children. */
export interface RegisterAdminMenu {
  readonly kind: 'registerAdminMenu';
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
  readonly href?: string;
  readonly children?: readonly { readonly id: string; readonly label: string; readonly href: string }[];
}

/** Models and enums in Prisma's schema language. */
export interface RegisterPrismaSchema {
  readonly kind: 'registerPrismaSchema';
  readonly schema: string;
  /** Path of the template, for a file in `templates/prisma/`. */
  readonly source?: string;
}

/** A plugin setting, as described in the manifest or `registerSettings`. */
export interface SettingSchema {
  /** Type of the value. */
  readonly type: 'string' | 'number' | 'boolean';
  /** Name for users: one line of at most 200 characters. */
  readonly label?: string;
  /** Value without an entry in `genlock.json`: at most 10,000 characters. Not allowed for a secret. */
  readonly default?: SettingValue;
  /**
   * Value for tests of generated projects and for `genlock plugin validate`, if there is no other value. Never used
   * elsewhere, also not for `.env`. A string for a secret.
   */
  readonly sample?: SettingValue;
  /** Whether a project must set the value. */
  readonly required?: boolean;
  /** Whether the value is stored in the environment instead of `genlock.json`. */
  readonly secret?: boolean;
  /** With `url`, the value must be an http or https address. Only for strings. */
  readonly validation?: 'url';
  /** Regular expression for the whole string, of at most 200 characters. Not allowed for a secret. */
  readonly pattern?: string;
  /** Lowest value of a number. */
  readonly min?: number;
  /** Highest value of a number. */
  readonly max?: number;
  /**
   * Name of an environment variable. Holds the value for a secret, with the default `<PLUGIN>_<KEY>` in capitals. For
   * other settings, overrides `genlock.json` where the application runs.
   */
  readonly env?: string;
  /** Whether to write a strong random value to `.env` when the plugin is installed. Only for secrets. */
  readonly generate?: boolean;
}
export interface RegisterSettings {
  readonly kind: 'registerSettings';
  readonly pluginId: string;
  readonly schema: Readonly<Record<string, SettingSchema>>;
}

/** A React component around the whole application. Components with a lower `order` are further out. */
export interface RegisterProvider {
  readonly kind: 'registerProvider';
  readonly name: string;
  readonly import: string;
  readonly order: number;
}

/** Custom theme properties, by name with the leading `--`. */
export interface RegisterCss {
  readonly kind: 'registerCSS';
  readonly variables: Readonly<Record<string, string>>;
}

/** Operations of an entity's API that a plugin can refuse for its model. */
export const guardedOperations = ['read', 'create', 'update', 'delete'] as const;
export type GuardedOperation = (typeof guardedOperations)[number];

/** The rules of a plugin's model for an entity with the same name. */
export interface GuardModel {
  readonly kind: 'guardModel';
  readonly model: string;
  /** Operations that the entity does not offer. With `read`, `genlock.json` cannot have such an entity. */
  readonly refuse: readonly GuardedOperation[];
  /** Fields that the entity can show and never writes. */
  readonly readOnly: readonly string[];
  /** Fields that the entity cannot declare. */
  readonly reserved: readonly string[];
  /** Path of a plugin module that exports `hooks`. */
  readonly module?: string;
  /** The plugin's own page of the records in the admin area. */
  readonly page?: string;
}

/** Resources that a page can load from other hosts, in the order of the risk. */
export const policyResources = ['script', 'frame', 'connect', 'style', 'font', 'image', 'media'] as const;
export type PolicyResource = (typeof policyResources)[number];

/** Hosts that the pages may load resources from: additions to the Content-Security-Policy. */
export interface RegisterSecurityPolicy {
  readonly kind: 'registerSecurityPolicy';
  /** Sources such as `https://cdn.example.com`, sorted and without duplicates. */
  readonly sources: Readonly<Partial<Record<PolicyResource, readonly string[]>>>;
}

/**
 * Positions of a handler in the server: for every request before and after the handlers of sign-in, and for requests
 * below `/api` with a parsed body, before the routes.
 */
export const middlewarePositions = ['beforeAuth', 'afterAuth', 'beforeRoutes'] as const;
export type MiddlewarePosition = (typeof middlewarePositions)[number];

/** An Express handler for all requests at a fixed position of the server. */
export interface RegisterMiddleware {
  readonly kind: 'registerMiddleware';
  readonly position: MiddlewarePosition;
  /** Path of a plugin module that exports `middleware`. */
  readonly module: string;
}

/** Places of the pages for components of plugins. */
export const slotNames = ['header', 'home', 'list', 'record', 'form'] as const;
export type SlotName = (typeof slotNames)[number];

/** A React component in a place of the generated pages. */
export interface RegisterSlot {
  readonly kind: 'registerSlot';
  readonly slot: SlotName;
  /** The only entity with the component, for `list`, `record` and `form`. All entities if absent. */
  readonly entity?: string;
  /** Path of a plugin module with a component as its default export. */
  readonly module: string;
}

/** The entity of hooks that run with the records of every entity. */
export const everyEntity = '*';

/** Hooks of a plugin that run with reads and writes of the project's records. */
export interface RegisterHooks {
  readonly kind: 'registerHooks';
  /** The name of an entity, or `*`. */
  readonly entity: string;
  /** Path of a plugin module that exports `hooks`. */
  readonly module: string;
}

/** Background jobs of a plugin. */
export interface RegisterJobs {
  readonly kind: 'registerJobs';
  readonly jobs: readonly RegisteredJob[];
}
export interface RegisteredJob {
  readonly name: string;
  /** Path of a plugin module that exports `job`. */
  readonly module: string;
  /** A cron expression with five fields. The job only runs when it is queued if absent. */
  readonly schedule?: string;
  /** The time zone of the schedule. `UTC` if absent. */
  readonly timeZone?: string;
  /** The number of further attempts after a failure. */
  readonly retries?: number;
}

/** The most retries of a job. */
export const mostRetries = 20;

export type { ExtendEntity, ExtensionField, ExtensionRelation, ExtensionRule } from './extension.ts';

export type Operation =
  | CopyTemplates
  | RegisterApiRoutes
  | RegisterAdminMenu
  | RegisterPrismaSchema
  | RegisterSettings
  | RegisterProvider
  | RegisterCss
  | GuardModel
  | RegisterSecurityPolicy
  | RegisterMiddleware
  | RegisterHooks
  | RegisterJobs
  | RegisterSlot
  | ExtendEntity;

export type OperationKind = Operation['kind'];
