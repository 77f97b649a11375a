import type { AccessRule } from '@/lib/access';
import type { Icon } from '@/lib/icon';

/** A navigation entry that a plugin has added. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly href?: string;
  readonly children?: readonly {
    readonly id: string;
    readonly label: string;
    readonly href: string;
  }[];
}

/** A link of the site to a list of records. */
export interface SiteLink {
  readonly to: string;
  readonly label: string;
  /** The users who may read the list. */
  readonly read: AccessRule;
}
