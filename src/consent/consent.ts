import type { PluginSource } from '../plugin/plugin.ts';

/** What must happen before a plan is applied. `needs --yes`: stop with CONSENT_NEEDED (exit 4). */
export type ConsentNeed = 'granted' | 'ask' | 'needs --yes';

/** A plugin somebody is to agree to. */
export interface TrustedPlugin {
  readonly source: PluginSource;
  /** Its folder was named on the command line. */
  readonly typed: boolean;
}

/** Who is about to be trusted, and who could be asked. */
export interface ConsentQuestion {
  /** The plugins that are new or have grown. */
  readonly plugins: readonly TrustedPlugin[];
  /** Somebody sits at a terminal. */
  readonly interactive: boolean;
  /** `--yes` was given. */
  readonly yes: boolean;
}

/**
 * Who must agree, and how. A bundled plugin is part of Genlock. In a terminal any other is asked about (the default
 * answer is no); without one, typing a folder's path is agreement to it, and nothing else is.
 */
export function needsConsent({ plugins, interactive, yes }: ConsentQuestion): ConsentNeed {
  if (yes || plugins.every(({ source }) => source.kind === 'bundled')) return 'granted';
  if (interactive) return 'ask';
  return plugins.every(({ source, typed }) => typed || source.kind === 'bundled') ? 'granted' : 'needs --yes';
}
