import type { Ingredients } from '../../src/engine/render-project.ts';
import type { EntityAction } from '../../src/flows/project/entity.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { World } from './world.ts';

/** One command. */
export type Wish =
  | { readonly kind: 'add' | 'remove' | 'update'; readonly plugins: readonly string[] }
  | { readonly kind: 'sync' }
  | { readonly kind: 'entity'; readonly action: EntityAction }
  | { readonly kind: 'resolve'; readonly how: 'continue' | 'abort' };

/** A way to carry commands out: the flows themselves, or the engine below them. */
export interface Commands {
  /** Makes the project from a configuration. */
  readonly init: (world: World, config: string) => Promise<void>;
  /** Returns the current ingredients of the project. */
  readonly made: (world: World) => Promise<Ingredients>;
  /** Plans the command. */
  readonly plan: (world: World, wish: Wish) => Promise<Plan>;
  /** Does it. */
  readonly run: (world: World, wish: Wish) => Promise<Plan>;
}
