/**
 * What a plugin's generator can return: one variant per SDK call. Plain JSON, never code.
 * Every path is POSIX, relative to the project's root, without `.` or `..` segments.
 */

/** HTTP methods a route can declare. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Who may call a route: everybody, a signed-in user, an administrator. */
export const accessLevels = ['public', 'authenticated', 'admin'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** A value a plugin setting can hold. */
export type SettingValue = string | number | boolean;

/**
 * One file a plugin puts into the project: rendered text travels as `content`; a file that needs no rendering
 * (binary, or text without tags) by `source`, its path in the plugin's package, so its bytes never enter the isolate.
 * `template` is the package path of what rendered text was made from.
 */
export type ContributedFile =
  | { readonly path: string; readonly content: string; readonly template?: string }
  | { readonly path: string; readonly source: string };

/** Files rendered or copied from the plugin's `templates/`. */
export interface CopyTemplates {
  readonly kind: 'copyTemplates';
  readonly files: readonly ContributedFile[];
}

/** Routes mounted below `/api`; `handler` is the path of one of this plugin's own modules. */
export interface RegisterApiRoutes {
  readonly kind: 'registerAPIRoutes';
  readonly routes: readonly ApiRoute[];
}
export interface ApiRoute {
  /** Below `/api`, with a leading slash and `:id` parameters. */
  readonly path: string;
  readonly handler: string;
  readonly methods: readonly HttpMethod[];
  readonly access?: AccessLevel;
}

/** One entry of the admin sidebar, with at most one level of children. */
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
  /** The template the text came from, if it was a file below `templates/prisma/`. */
  readonly source?: string;
}

/** One setting of a plugin, as its manifest or `registerSettings` describes it. */
export interface SettingSchema {
  readonly type: 'string' | 'number' | 'boolean';
  readonly label?: string;
  readonly default?: SettingValue;
  readonly required?: boolean;
  /** The value lives in the environment, never in `genlock.json`. */
  readonly secret?: boolean;
  readonly validation?: 'url';
  /** What a text has to look like, as a whole: a regular expression. */
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
  /**
   * Name of an environment variable. Of a secret: the one that holds it, `<PLUGIN>_<KEY>` in capitals if absent. Of another
   * setting: one that overrules `genlock.json` where the application runs.
   */
  readonly env?: string;
  /** Put a strong random value into `.env` when the plugin is installed. */
  readonly generate?: boolean;
}
export interface RegisterSettings {
  readonly kind: 'registerSettings';
  readonly pluginId: string;
  readonly schema: Readonly<Record<string, SettingSchema>>;
}

/** A React component wrapped around the whole application; lower `order` is further out. */
export interface RegisterProvider {
  readonly kind: 'registerProvider';
  readonly name: string;
  readonly import: string;
  readonly order: number;
}

/** Custom properties of the theme, by name with the leading `--`. */
export interface RegisterCss {
  readonly kind: 'registerCSS';
  readonly variables: Readonly<Record<string, string>>;
}

export type Operation =
  | CopyTemplates
  | RegisterApiRoutes
  | RegisterAdminMenu
  | RegisterPrismaSchema
  | RegisterSettings
  | RegisterProvider
  | RegisterCss;

export type OperationKind = Operation['kind'];
