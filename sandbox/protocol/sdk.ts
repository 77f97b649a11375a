/** Types of `genlock/sdk`: the generator's context and the functions it can call. */
import type {
  AccessLevel,
  GuardedOperation,
  HttpMethod,
  MiddlewarePosition,
  PolicyResource,
  SettingSchema,
  SettingValue,
  SlotName,
} from './operations.ts';

/** Context of a generator. A run does not depend on other plugins or on entities. */
export interface GeneratorContext {
  /** Virtual path of the project's root. A `destination` may start with it. */
  readonly projectPath: string;
  readonly framework: string;
  readonly database: 'relational' | 'document' | 'file';
  /** The plugin's validated settings with defaults. For a secret, the value is the environment variable's name. */
  readonly settings: Readonly<Record<string, SettingValue>>;
}

/** Default export of a plugin's `generator.js`. */
export type Generator = (context: GeneratorContext) => void | Promise<void>;

export interface CopyTemplatesOptions {
  /** A folder or file below the plugin's `templates/`. Defaults to all templates. */
  readonly source?: string;
  /** A folder in the project. Defaults to the project's root. */
  readonly destination?: string;
  /** The framework whose folder is copied over `shared`. Defaults to the project's framework. */
  readonly framework?: string;
  /** Additional template variables. `settings`, `framework`, `database`, `project` and `name` are always available. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Glob patterns of files to exclude, relative to `source`. */
  readonly ignore?: readonly string[];
}

export interface RouteOptions {
  /** Path below `/api`, with `:id` parameters. */
  readonly path: string;
  /** Path of a plugin module, relative to the project's root. The extension is optional. */
  readonly handler: string;
  readonly methods: readonly (HttpMethod | Lowercase<HttpMethod>)[];
  readonly access?: AccessLevel;
}

export interface AdminMenuOptions {
  /** Defaults to the plugin's name. */
  readonly id?: string;
  readonly label: string;
  readonly icon?: string;
  /** A path in the application. */
  readonly href?: string;
  readonly children?: readonly { readonly id: string; readonly label: string; readonly href: string }[];
}

export interface SettingsOptions {
  /** The plugin's own name, which is also the default. */
  readonly pluginId?: string;
  readonly schema: Readonly<Record<string, SettingSchema>>;
}

export interface ProviderOptions {
  /** Name of the component. The export with this name is used, otherwise the default export. */
  readonly name: string;
  /** A plugin module (`@/` means `client/`) or a declared dependency. */
  readonly import: string;
  /** Components with a lower order are further out. Defaults to 100. */
  readonly order?: number;
}

export interface CssOptions {
  /** Variable names with or without `--`. */
  readonly variables: Readonly<Record<string, string | number>>;
}

export interface GuardOptions {
  /** The name of a model that the plugin registers with its key. */
  readonly model: string;
  /** Operations that the entity does not offer. With `read`, `genlock.json` cannot have such an entity. */
  readonly refuse?: readonly GuardedOperation[];
  /** Fields that the entity can show and never writes. */
  readonly readOnly?: readonly string[];
  /** Fields that the entity cannot declare. */
  readonly reserved?: readonly string[];
  /** Path of a plugin module that exports `hooks`, relative to the project's root. The extension is optional. */
  readonly module?: string;
  /** The plugin's own page of the records in the admin area, such as `/admin/users`. */
  readonly page?: string;
}

/**
 * Hosts by the resource that pages may load from them: `cdn.example.com`, or `*.example.com` for all hosts below a
 * domain. Only https is allowed, and for `connect` also `wss://` in front of the host.
 */
export type SecurityPolicyOptions = Readonly<Partial<Record<PolicyResource, readonly string[]>>>;

export interface MiddlewareOptions {
  /**
   * `beforeAuth`: every request, before the handlers of sign-in. `afterAuth`: every request, after them. `beforeRoutes`:
   * requests below `/api` with their parsed body, before all routes.
   */
  readonly position: MiddlewarePosition;
  /** Path of a plugin module below `server/` that exports `middleware`. The extension is optional. */
  readonly module: string;
}

export interface SlotOptions {
  /**
   * `header`: the header of every page. `home`: the start page. `list`, `record` and `form`: the pages of an entity's
   * list, of a record, and its form.
   */
  readonly slot: SlotName;
  /** The name of the only entity with the component, for `list`, `record` and `form`. Defaults to all entities. */
  readonly entity?: string;
  /**
   * Path of a plugin module below `client/` with a component as its default export. `@/` means `client/`, and the
   * extension is optional.
   */
  readonly module: string;
}

export interface HookOptions {
  /** The name of an entity in `genlock.json`, or `*` for every entity, also for entities that are added later. */
  readonly entity: string;
  /** Path of a plugin module below `server/` that exports `hooks`. The extension is optional. */
  readonly module: string;
}

/**
 * The SDK operations. Each call is recorded immediately, awaited or not. An invalid call throws immediately and
 * ends the run, even if the generator catches the error.
 */
export interface Sdk {
  copyTemplates(options?: CopyTemplatesOptions): Promise<void>;
  registerAPIRoutes(options: { readonly routes: readonly RouteOptions[] } | readonly RouteOptions[]): Promise<void>;
  registerAdminMenu(options: AdminMenuOptions): Promise<void>;
  registerPrismaSchema(schema: string): Promise<void>;
  registerSettings(options: SettingsOptions): Promise<void>;
  registerProvider(options: ProviderOptions): Promise<void>;
  registerCSS(options: CssOptions | CssOptions['variables']): Promise<void>;
  guardModel(options: GuardOptions): Promise<void>;
  registerSecurityPolicy(options: SecurityPolicyOptions): Promise<void>;
  registerMiddleware(options: MiddlewareOptions): Promise<void>;
  registerHooks(options: HookOptions): Promise<void>;
  registerSlot(options: SlotOptions): Promise<void>;
}
