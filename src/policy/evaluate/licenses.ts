import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Verdict } from '../verdict.ts';

/** Evaluates a policy's `licenses` section for the plugin. */
export function evaluateLicense({ manifest }: Subject, { file, licenses }: Policy): readonly Verdict[] {
  if (licenses === undefined || manifest === undefined) return [];
  const { allow, deny = [], unknown = allow === undefined ? 'allow' : 'deny' } = licenses;
  const { license } = manifest;
  const choices = license === undefined ? undefined : choicesIn(license);
  if (license === undefined || choices === undefined) {
    const reason =
      license === undefined ? 'it declares no licence' : `${JSON.stringify(license)} is not a readable licence`;
    // An unreadable expression can still contain a denied licence: `(GPL-3.0-only)`, `GPL-3.0-only WITH …`.
    const named = wordsIn(license).some((id) => isIn(deny, id));
    const mentions = {
      file,
      key: 'licenses.deny',
      verdict: 'deny',
      reason: `its licence is ${license ?? ''}`,
    } as const;
    return [...(named ? [mentions] : []), { file, key: 'licenses.unknown', verdict: unknown, reason }];
  }
  const undenied = choices.filter((ids) => !ids.some((id) => isIn(deny, id)));
  if (undenied.length === 0)
    return [{ file, key: 'licenses.deny', verdict: 'deny', reason: `its licence is ${license}` }];
  if (allow === undefined) return [];
  const isAllowed = undenied.some((ids) => ids.every((id) => isIn(allow, id)));
  return [{ file, key: 'licenses.allow', verdict: isAllowed ? 'allow' : 'deny', reason: `its licence is ${license}` }];
}

function isIn(list: readonly string[], id: string): boolean {
  return list.some((name) => name.toLowerCase() === id.toLowerCase());
}

function wordsIn(license = ''): readonly string[] {
  return license.match(/[A-Za-z0-9.+-]+/gu) ?? [];
}

/**
 * Splits a licence expression into alternatives, each a list of licences that apply together: `MIT OR Apache-2.0 AND
 * ISC`. Parentheses are not supported.
 */
function choicesIn(license: string): readonly (readonly string[])[] | undefined {
  const choices = license.split(' OR ').map((choice) => choice.split(' AND ').map((id) => id.trim()));
  return choices.flat().every((id) => /^[A-Za-z0-9.+-]+$/u.test(id)) ? choices : undefined;
}
