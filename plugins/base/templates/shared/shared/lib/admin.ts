/** Who is in the admin area. */
export interface AdminUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
}

/** What `GET /api/admin` answers whoever may be there; nobody in particular where there is no way to sign in. */
export interface AdminAccess {
  readonly user: AdminUser | null;
}

/** A setting of a plugin, as the admin area shows it: of a secret no more than whether it is set. */
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

/** What `GET /api/admin/settings` lists. */
export interface PluginSettings {
  readonly plugin: string;
  readonly settings: readonly PluginSetting[];
}
