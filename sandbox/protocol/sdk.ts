/** The types of `genlock/sdk`: what a plugin's generator is given and what it can call. */
import type { AccessLevel, HttpMethod, SettingSchema, SettingValue } from './operations.ts';

/** What a generator is told. One plugin's run never depends on another's presence, nor on entities. */
export interface GeneratorContext {
  /** Stands for the project's root; a `destination` may start with it. */
  readonly projectPath: string;
  readonly framework: string;
  readonly database: 'relational' | 'document' | 'file';
  /** The plugin's settings, checked, defaults applied. A secret is the name of its environment variable. */
  readonly settings: Readonly<Record<string, SettingValue>>;
}

/** The default export of a plugin's `generator.js`. */
export type Generator = (context: GeneratorContext) => void | Promise<void>;

export interface CopyTemplatesOptions {
  /** A folder or file below the plugin's `templates/`; all of it if absent. */
  readonly source?: string;
  /** A folder in the project; its root if absent. */
  readonly destination?: string;
  /** The framework whose folder is copied over `shared`; the project's if absent. */
  readonly framework?: string;
  /** Further values for the templates, beside `settings`, `framework`, `database`, `project` and `name`. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Globs relative to `source` of what to leave out. */
  readonly ignore?: readonly string[];
}

export interface RouteOptions {
  /** Below `/api`, with `:id` parameters. */
  readonly path: string;
  /** One of the plugin's own modules, from the project's root; the extension is optional. */
  readonly handler: string;
  readonly methods: readonly (HttpMethod | Lowercase<HttpMethod>)[];
  readonly access?: AccessLevel;
}

export interface AdminMenuOptions {
  /** The plugin's name if absent. */
  readonly id?: string;
  readonly label: string;
  readonly icon?: string;
  /** A path of this site. */
  readonly href?: string;
  readonly children?: readonly { readonly id: string; readonly label: string; readonly href: string }[];
}

export interface SettingsOptions {
  /** The plugin's own name, also if absent. */
  readonly pluginId?: string;
  readonly schema: Readonly<Record<string, SettingSchema>>;
}

export interface ProviderOptions {
  /** The component's name: the export called so, else the default one. */
  readonly name: string;
  /** One of the plugin's own modules (`@/` means `client/`) or a declared dependency. */
  readonly import: string;
  /** Lower is further out; 100 if absent. */
  readonly order?: number;
}

export interface CssOptions {
  /** Names with or without `--`. */
  readonly variables: Readonly<Record<string, string | number>>;
}

/**
 * The seven operations. Each is recorded when it is called, awaited or not; a call that can't be recorded throws at
 * once and ends the run, even if the generator catches it.
 */
export interface Sdk {
  copyTemplates(options?: CopyTemplatesOptions): Promise<void>;
  registerAPIRoutes(options: { readonly routes: readonly RouteOptions[] } | readonly RouteOptions[]): Promise<void>;
  registerAdminMenu(options: AdminMenuOptions): Promise<void>;
  registerPrismaSchema(schema: string): Promise<void>;
  registerSettings(options: SettingsOptions): Promise<void>;
  registerProvider(options: ProviderOptions): Promise<void>;
  registerCSS(options: CssOptions | CssOptions['variables']): Promise<void>;
}
