/** The current user of the admin area. */
export interface AdminUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
}

/** The response of `GET /api/admin`. The user is null in applications without sign-in. */
export interface AdminAccess {
  readonly user: AdminUser | null;
}

/** The response of `GET /api/admin/access`. */
export interface AdminLink {
  /** Whether the caller can open the admin area. */
  readonly isAllowed: boolean;
  /** The id of the current user; `null` for visitors. */
  readonly userId: string | null;
  /** The names of the user’s roles, for access rules; empty if absent. */
  readonly roles?: readonly string[];
}

/** A plugin setting in the admin area. For a secret, only whether it is set. */
export type PluginSetting = {
  readonly key: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'boolean';
} & (
  | { readonly value: string | number | boolean | null }
  | {
      /** The environment variable that holds the secret. */
      readonly variable: string;
      readonly isSet: boolean;
    }
);

/** The settings of one plugin, as listed by `GET /api/admin/settings`. */
export interface PluginSettings {
  readonly plugin: string;
  readonly settings: readonly PluginSetting[];
}
