import type { Icon } from '@/lib/icon';

/** A place of the application that a plugin put into the navigation. */
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
