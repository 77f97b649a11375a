import { consentTo, covers, needsConsent, type Consent, type ConsentPlugin } from '../consent/consent.ts';
import { GenlockError } from '../errors/error.ts';
import type { Plan } from '../plan/plan.ts';
import { digestOf } from '../core/digest.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import type { ConsentPorts } from './consent-ports.ts';
import type { FileDiff } from './patch.ts';

/** Plan and plugins that need consent. */
export interface ConsentRequest {
  readonly plan: Plan;
  /** Plugins that are new, or have changed code, more permissions or another origin than before. */
  readonly asking: readonly ConsentPlugin[];
  /** All new or changed plugins. */
  readonly changed: readonly ConsentPlugin[];
  readonly policy: Pick<EffectivePolicy, 'consent'>;
  readonly yes: boolean;
  /** Shows the plan. */
  readonly preview: () => void;
  readonly diff: () => Promise<readonly FileDiff[]>;
}

/**
 * Shows the plan and prompts for consent. Without a terminal, the plan is shown only if a plugin is not bundled or a
 * policy requires consent.
 *
 * @throws GenlockError DECLINED, CONSENT_NEEDED, PROOF_LOST
 */
export async function obtainConsent(request: ConsentRequest, { interactive, agree }: ConsentPorts): Promise<Consent> {
  const { plan, policy, yes, preview, diff } = request;
  const always = policy.consent === 'always';
  const plugins = always ? request.changed : request.asking;
  const need = needsConsent({ plugins, interactive, yes, always });
  const consent = consentTo(plan, digestOf);
  const isQuestion = need === 'ask' || need === 'confirm';
  const isForeign = plugins.some(({ source, asked }) => always || asked === true || source.kind !== 'bundled');
  if (isForeign || isQuestion) preview();
  if (need === 'granted' || (isQuestion && (await agree(diff, need === 'confirm' ? 'yes' : 'no')))) return consent;
  if (isQuestion) throw new GenlockError({ code: 'DECLINED', message: 'You did not agree to the plan' });
  if (need === 'needs --yes') {
    throw new GenlockError({ code: 'CONSENT_NEEDED', message: 'The plan needs your agreement' });
  }
  const message = 'a release lacks the signature or provenance of the installed one';
  throw new GenlockError({ code: 'PROOF_LOST', message });
}

/**
 * Checks the consent right before a plan is applied. @throws GenlockError CONSENT_NEEDED if the consent is for another
 * plan
 */
export function requireConsent(consent: Consent, plan: Plan): void {
  if (covers(consent, plan, digestOf)) return;
  throw new GenlockError({ code: 'CONSENT_NEEDED', message: 'The plan has changed since you agreed to it' });
}
