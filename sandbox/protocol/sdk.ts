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
import type { ExtendOptions } from './extension.ts';

export type { ExtendOptions, FieldOptions, RelationOptions } from './extension.ts';

/** Context of a generator. A run depends on entities and other plugins only if the manifest asks for them. */
export interface GeneratorContext {
  /** Virtual path of the project's root. A `destination` may start with it. */
  readonly projectPath: string;
  /** The project's framework: `express`. */
  readonly framework: string;
  /** The project's kind of database: PostgreSQL, MongoDB or SQLite. */
  readonly database: 'relational' | 'document' | 'file';
  /** The plugin's validated settings with defaults. For a secret, the value is the environment variable's name. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** The names of the project's entities, sorted. Present if `inputs` of the manifest has `entities`. */
  readonly entities?: readonly string[];
  /**
   * The parts of the application that other plugins provide, sorted: `auth`, `mail`. Present if `inputs` of the manifest
   * has `capabilities`.
   */
  readonly capabilities?: readonly string[];
}

/** Default export of a plugin's `generator.js`. */
export type Generator = (context: GeneratorContext) => void | Promise<void>;

export interface CopyTemplatesOptions {
  /** A folder or file below the plugin's `templates/`. Defaults to all templates. */
  readonly source?: string;
  /** A folder in the project. Defaults to the project's root. */
  readonly destination?: string;
  /** A framework of the manifest, whose folder is copied over `shared`. Defaults to the project's framework. */
  readonly framework?: string;
  /** Additional template variables. `settings`, `framework`, `database`, `project` and `name` are always available. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Glob patterns of files to exclude, relative to `source`. */
  readonly ignore?: readonly string[];
}

export interface RouteOptions {
  /**
   * Path below `/api`, of at most 300 characters: static segments and `:name` parameters. The last segment can be `*name`,
   * after a static segment.
   */
  readonly path: string;
  /**
   * Path of a plugin module, relative to the project's root. The extension is optional. It exports one function per
   * method, or a default export for all methods.
   */
  readonly handler: string;
  /** At least one method, in upper or lower case. */
  readonly methods: readonly (HttpMethod | Lowercase<HttpMethod>)[];
  /** The users who can call the route: everyone, signed-in users or administrators. Defaults to `public`. */
  readonly access?: AccessLevel;
}

export interface AdminMenuOptions {
  /** A unique id of at most 100 letters, digits, dots, dashes and slashes. Defaults to the plugin's name. */
  readonly id?: string;
  /** One line of at most 200 characters. */
  readonly label: string;
  /** The name of an icon of Genlock's set. An unknown name gives a warning and the default icon. */
  readonly icon?: string;
  /** A path of the application, of at most 300 characters. */
  readonly href?: string;
  /** Entries below this entry, with different ids. */
  readonly children?: readonly { readonly id: string; readonly label: string; readonly href: string }[];
}

export interface SettingsOptions {
  /** The plugin's own name, which is also the default. */
  readonly pluginId?: string;
  /** The settings by key: at most 64 letters, digits, `_` and `-`, beginning with a letter or `_`. */
  readonly schema: Readonly<Record<string, SettingSchema>>;
}

export interface ProviderOptions {
  /** Name of the component in PascalCase. The export with this name is used, otherwise the default export. */
  readonly name: string;
  /** A plugin module (`@/` means `client/`) or a declared dependency. */
  readonly import: string;
  /** Components with a lower order are further out. Defaults to 100. */
  readonly order?: number;
}

export interface CssOptions {
  /**
   * Values by variable name, with or without `--`. A value has at most 200 characters: colours, lengths, numbers, fonts,
   * `var()` and `calc()`. `url()` is not allowed.
   */
  readonly variables: Readonly<Record<string, string | number>>;
}

export interface GuardOptions {
  /** The name of a model that the plugin registers with its key. A model has rules of one call only. */
  readonly model: string;
  /** Operations that the entity does not offer. With `read`, `genlock.json` cannot have such an entity. */
  readonly refuse?: readonly GuardedOperation[];
  /** Columns of the model that the entity can show and never writes. */
  readonly readOnly?: readonly string[];
  /** Columns of the model that the entity cannot declare, such as password hashes. */
  readonly reserved?: readonly string[];
  /** Path of a plugin module that exports `hooks`, relative to the project's root. The extension is optional. */
  readonly module?: string;
  /** The plugin's own page of the records in the admin area, such as `/admin/users`. */
  readonly page?: string;
}

/**
 * Hosts by the resource that pages may load from them: `cdn.example.com`, or `*.example.com` for all hosts below a
 * domain. At least one resource, and at most 20 hosts for each. Only https is allowed, and for `connect` also `wss://` in
 * front of the host.
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

export interface JobOptions {
  /** Lower-case letters, digits and hyphens. The full name begins with the name of the plugin: `newsletter/send-digest`. */
  readonly name: string;
  /** Path of a plugin module below `server/` that exports `job`. The extension is optional. */
  readonly module: string;
  /** A cron expression with five fields: `0 8 * * 1-5`. Without it, the job runs only when code queues it. */
  readonly schedule?: string;
  /** The time zone of the schedule: `Europe/Berlin`. `UTC` if absent. */
  readonly timeZone?: string;
  /** The number of further attempts after a failure, from 0 to 20. 3 if absent. */
  readonly retries?: number;
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
  registerJobs(jobs: readonly JobOptions[]): Promise<void>;
  registerSlot(options: SlotOptions): Promise<void>;
  extendEntity(options: ExtendOptions): Promise<void>;
}
