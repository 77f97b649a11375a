import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessText, type DefaultAccess } from '../config/access-text.ts';
import type { Config, DatabaseKind } from '../config/config.ts';
import { editConfig, newConfig } from '../config/edit.ts';
import { entityNames, withAccess, withEntity } from '../config/edit-entities.ts';
import { readEntityLines } from '../config/short-form/entity.ts';
import { atTokens, problemAt } from '../config/short-form/places.ts';
import { authPlugin } from '../config/names.ts';
import { readConfig } from '../config/read.ts';
import { GenlockError, mapProblems, throwProblems, type Problem } from '../errors/error.ts';
import { ownPackage } from '../core/own-package.ts';
import type { PackageManager } from '../core/package-managers.ts';

/** The configurations that `genlock init` can start from. Each but `empty` is an example in its own file. */
export const starters = ['empty', 'shop', 'blog', 'helpdesk'] as const;
export type Starter = (typeof starters)[number];

interface StarterRules {
  readonly roles?: readonly string[];
  /** The value of `access` by `Entity` or `Entity.field`. */
  readonly access: Readonly<Record<string, unknown>>;
}

const noRules: StarterRules = { access: {} };

const agents = ['AGENT'];

/** The access rules of the starters with sign-in: anyone can register, but personal data is not for every user. */
const starterRules: Readonly<Record<Exclude<Starter, 'empty'>, StarterRules>> = {
  shop: { access: { Customer: 'admin', Product: { write: 'admin' }, Order: 'admin' } },
  blog: {
    access: {
      Author: { write: 'admin' },
      'Author.email': { read: 'admin' },
      Category: { write: 'admin' },
      Tag: { write: 'admin' },
      Post: { write: 'admin' },
      Comment: { update: 'admin', delete: 'admin' },
      'Comment.approved': { write: 'admin' },
    },
  },
  helpdesk: {
    roles: agents,
    access: { Customer: agents, Agent: agents, Label: agents, Ticket: agents, Reply: agents },
  },
};

/** The ways to sign in. */
export const signIns = ['jwt', 'none'] as const;
export type SignIn = (typeof signIns)[number];

/**
 * Options for the initial configuration of a new project. An absent key has its default: no entities, no sign-in, no
 * access rule.
 */
export interface Beginning {
  readonly starter?: Starter;
  /** Entities in the short form, one a string, such as `Post title:String! body:Text`. */
  readonly entities?: readonly string[];
  readonly signIn?: SignIn;
  readonly access?: DefaultAccess;
}

/** Checks whether any option describes the configuration. */
export function isDescribed({ starter, entities = [], signIn, access }: Beginning): boolean {
  return starter !== undefined || entities.length > 0 || signIn !== undefined || access !== undefined;
}

/**
 * Returns the default access: with sign-in, anonymous users can only read, unless a rule is given.
 *
 * @throws GenlockError USAGE if the rule needs sign-in but `--auth none` is set
 */
export function chosenAccess({ signIn, access }: Pick<Beginning, 'signIn' | 'access'>): DefaultAccess | undefined {
  if (signIn === 'jwt') return access ?? { read: 'public', write: 'authenticated' };
  if (access === undefined || access === 'public' || signIn === undefined) return access;
  throw new GenlockError({
    code: 'USAGE',
    message: `--access ${accessText(access)} needs sign-in, but --auth is none`,
    hint: 'Use --auth jwt, or --access public.',
  });
}

/**
 * Builds the text of a new project's `genlock.json`. The result still needs the checks of `readConfig`.
 *
 * @throws GenlockError with every problem in the short form of the entities
 */
export function beginningText(
  project: { readonly name: string; readonly database: DatabaseKind; readonly packageManager?: PackageManager },
  { starter = 'empty', entities = [], signIn = 'none', access }: Beginning,
): string {
  const text = starter === 'empty' ? newConfig(project) : starterText(starter);
  const rules = starter === 'empty' || signIn === 'none' ? noRules : starterRules[starter];
  const ruled = Object.entries(rules.access).reduce((before, [place, rule]) => withAccess(before, place, rule), text);
  const short = readEntityLines(entities, { entities: entityNames(text) });
  throwProblems(short.faults.map((fault) => problemAt(fault, { lines: entities })));
  return editConfig(
    short.entities.reduce((before, entity) => withEntity(before, entity), ruled),
    {
      ...project,
      ...(access === undefined ? {} : { access }),
      ...(rules.roles === undefined ? {} : { roles: rules.roles }),
      ...(signIn === 'jwt' ? { plugins: [authPlugin] } : {}),
    },
  );
}

/**
 * Reads the text from {@link beginningText} with a function. An error in a described entity names its line instead of
 * the position in the text, which is not on disk.
 */
export function readBeginning(read: () => Config, { starter = 'empty', entities = [] }: Beginning): Config {
  try {
    return read();
  } catch (error) {
    const known = starter === 'empty' ? [] : entityNames(starterText(starter));
    const { places } = readEntityLines(entities, { entities: known });
    // Positions are in the text, which is not on disk.
    throw mapProblems(atTokens(error, { first: known.length, places, lines: entities }), withoutPosition);
  }
}

/** Before the project exists, a flag of `init` enables sign-in. */
function withoutPosition(problem: Problem): Problem {
  const { where: _, ...rest } = problem;
  return needsSignIn.has(rest.code) ? { ...rest, hint: 'Enable sign-in with --auth jwt.' } : rest;
}

const needsSignIn: ReadonlySet<string> = new Set(['CONFIG_ACCESS_NEEDS_AUTH', 'CONFIG_TARGET_NEEDS_AUTH']);

/**
 * Reads the configuration from {@link beginningText} and checks it.
 *
 * @throws GenlockError with every problem in the short forms and in the configuration
 */
export function beginningConfig(project: Parameters<typeof beginningText>[0], beginning: Beginning): Config {
  const text = beginningText(project, beginning);
  return readBeginning(() => readConfig(text, { file: 'genlock.json' }), beginning);
}

function starterText(starter: Exclude<Starter, 'empty'>): string {
  return readFileSync(join(ownPackage().root, 'examples', starter, 'genlock.json'), 'utf8');
}
