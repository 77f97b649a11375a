import type { Digest, DigestOf, Plan } from '../plan/plan.ts';
import type { PluginSource } from '../plugin/plugin.ts';

/**
 * What must happen before a plan is applied. `needs --yes`: stop with CONSENT_NEEDED (exit 4); `needs somebody`: with
 * PROOF_LOST.
 */
export type ConsentNeed = 'granted' | 'ask' | 'needs --yes' | 'needs somebody';

/** A plugin somebody is to agree to. */
export interface TrustedPlugin {
  readonly source: PluginSource;
  /** Its folder was named on the command line. */
  readonly typed: boolean;
  /** A policy wants somebody to agree to it. */
  readonly asked?: boolean;
  /** What was proved of it isn't any more. */
  readonly proofLost?: boolean;
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
 * Who must agree, and how. A bundled plugin is part of Genlock. In a terminal any other is asked about (the default
 * answer is no); without one, typing a folder's path is agreement to it, and nothing else is. Where a policy asks for
 * all, or for this one, neither is agreement: only a yes in the terminal is, or `--yes`. To a release that has lost its
 * proofs nobody agrees in advance: a script would take it as it takes every other.
 */
export function needsConsent({ plugins, interactive, yes, always }: ConsentQuestion): ConsentNeed {
  const doubtful = plugins.filter((plugin) => always || plugin.asked === true || plugin.source.kind !== 'bundled');
  if (plugins.some(({ proofLost }) => proofLost === true)) return interactive ? 'ask' : 'needs somebody';
  if (yes || doubtful.length === 0) return 'granted';
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
