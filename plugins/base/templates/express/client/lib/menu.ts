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
