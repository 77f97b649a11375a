import { modules } from './vehicles/modules.ts';
import { pages } from './vehicles/pages.ts';
import { styles } from './vehicles/styles.ts';
import { toolFiles } from './vehicles/tool-files.ts';
import type { Vehicle } from './vehicles/vehicle.ts';

/** Ways in which the tools of a generated project load code, and how consent covers each of them. */
export const vehicles: readonly Vehicle[] = [...styles, ...modules, ...pages, ...toolFiles];
