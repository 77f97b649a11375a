import type { Plan } from '../plan/plan.ts';
import type { Digest, DigestOf } from '../core/digest.ts';
import type { PluginSource } from '../plugin/plugin.ts';

/**
 * The next step before a plan is applied. `confirm`: ask, with yes as the default. `ask`: ask, with no as the default.
 * `needs --yes`: stop with CONSENT_NEEDED (exit 4). `needs a terminal`: stop with PROOF_LOST.
 */
export type ConsentNeed = 'granted' | 'confirm' | 'ask' | 'needs --yes' | 'needs a terminal';

/** Plugin of a plan, with the facts that decide whether it needs consent. */
export interface ConsentPlugin {
  readonly source: PluginSource;
  /** Whether the user typed the plugin's folder on the command line. */
  readonly typed: boolean;
  /** Whether a policy requires consent for this plugin. */
  readonly asked?: boolean;
  /** Whether the release lacks a signature or provenance that the installed release has. */
  readonly proofLost?: boolean;
  /** The base plugin of a new project. `init` itself asks for the base, so its plan needs no question. */
  readonly skeleton?: boolean;
}

/** Plugins that need consent, and the ways to give consent. */
export interface ConsentQuestion {
  /**
   * New plugins, and plugins with changed code, a larger footprint or a changed origin. With the policy rule
   * `"consent": "always"`, all new and changed plugins.
   */
  readonly plugins: readonly ConsentPlugin[];
  /** Whether a user can answer prompts in a terminal. */
  readonly interactive: boolean;
  /** `--yes` was given. */
  readonly yes: boolean;
  /** Whether a policy requires consent for every plugin, regardless of its source. */
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
  if (plugins.some(({ proofLost }) => proofLost === true)) return interactive ? 'ask' : 'needs a terminal';
  if (yes) return 'granted';
  if (doubtful.length === 0)
    return interactive && plugins.some(({ skeleton }) => skeleton !== true) ? 'confirm' : 'granted';
  if (interactive) return 'ask';
  return doubtful.every(({ typed, asked }) => typed && !always && asked !== true) ? 'granted' : 'needs --yes';
}

/** Consent to one exact plan. */
export interface Consent {
  readonly plan: Digest;
}

/**
 * Computes the consent that a plan needs. Call it before showing the plan, so that consent covers exactly the plan that
 * was shown.
 */
export function consentTo(plan: Plan, digestOf: DigestOf): Consent {
  // The plan contains the digest of every byte to write.
  return { plan: digestOf(JSON.stringify(plan)) };
}

/** Returns whether the consent is for this plan. */
export function covers(consent: Consent, plan: Plan, digestOf: DigestOf): boolean {
  return consentTo(plan, digestOf).plan === consent.plan;
}
