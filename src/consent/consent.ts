import type { Plan } from '../plan/plan.ts';
import type { Digest, DigestOf } from '../core/digest.ts';
import type { PluginSource } from '../plugin/plugin.ts';

/**
 * The next step before a plan is applied. `confirm`: ask, with yes as the default. `ask`: ask, with no as the default.
 * `needs --yes`: stop with CONSENT_NEEDED (exit 4). `needs somebody`: stop with PROOF_LOST.
 */
export type ConsentNeed = 'granted' | 'confirm' | 'ask' | 'needs --yes' | 'needs somebody';

/** A plugin somebody is to agree to. */
export interface TrustedPlugin {
  readonly source: PluginSource;
  /** Its folder was named on the command line. */
  readonly typed: boolean;
  /** A policy wants somebody to agree to it. */
  readonly asked?: boolean;
  /** What was proved of it isn't any more. */
  readonly proofLost?: boolean;
  /** The base plugin of a new project. `init` itself asks for the base, so its plan needs no question. */
  readonly skeleton?: boolean;
}

/** Who is about to be trusted, and who could be asked. */
export interface ConsentQuestion {
  /** The plugins that are new or have grown; by a policy's `"consent": "always"`, all that come or change. */
  readonly plugins: readonly TrustedPlugin[];
  /** Somebody sits at a terminal. */
  readonly interactive: boolean;
  /** `--yes` was given. */
  readonly yes: boolean;
  /** A policy wants every plugin agreed to, wherever it comes from. */
  readonly always: boolean;
}

/**
 * Decides how a plan is confirmed. In a terminal there is a prompt. The default answer is yes if all plugins are bundled,
 * because they are part of Genlock, otherwise no. Without a terminal, the typed name of a bundled plugin or the typed
 * path of a folder is consent. If a policy requires consent for all plugins, or for this one, the user must answer yes
 * in the terminal or pass `--yes`. `--yes` never accepts a release that has lost its proofs, because a script would
 * accept every release.
 */
export function needsConsent({ plugins, interactive, yes, always }: ConsentQuestion): ConsentNeed {
  const doubtful = plugins.filter((plugin) => always || plugin.asked === true || plugin.source.kind !== 'bundled');
  if (plugins.some(({ proofLost }) => proofLost === true)) return interactive ? 'ask' : 'needs somebody';
  if (yes) return 'granted';
  if (doubtful.length === 0)
    return interactive && plugins.some(({ skeleton }) => skeleton !== true) ? 'confirm' : 'granted';
  if (interactive) return 'ask';
  return doubtful.every(({ typed, asked }) => typed && !always && asked !== true) ? 'granted' : 'needs --yes';
}

/** A yes to one exact plan. */
export interface Consent {
  readonly plan: Digest;
}

/** The consent that a plan would need. To be taken before the plan is shown: what is agreed to is what was seen. */
export function consentTo(plan: Plan, digestOf: DigestOf): Consent {
  // Every byte that is written is in the plan by its digest.
  return { plan: digestOf(JSON.stringify(plan)) };
}

/** Whether this is the plan that was agreed to. */
export function covers(consent: Consent, plan: Plan, digestOf: DigestOf): boolean {
  return consentTo(plan, digestOf).plan === consent.plan;
}
