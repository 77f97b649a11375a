import { permissionConcerns, permissionMatches } from '../permissions.ts';
import type { Permissions } from '../schema/permissions.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

interface PermissionsSource {
  readonly file: string;
  /** Key of the plugin rule that contains the list; absent for the list of the policy itself. */
  readonly rule?: string;
  /** Whether the rule names the plugin itself, not a pattern. */
  readonly namesPlugin?: boolean;
}

/**
 * Evaluates a permission list for the capabilities of a plugin; an empty array until they are known. A bundled plugin is
 * part of Genlock, so only a rule with its name denies its capabilities.
 */
export function evaluatePermissions(
  { capabilities = [], source }: Subject,
  permissions: Permissions,
  { file, rule, namesPlugin = false }: PermissionsSource,
): readonly Verdict[] {
  const prefix = rule === undefined ? 'permissions' : `${rule}.permissions`;
  return capabilities.flatMap((capability) => {
    const said = opinionOf(capability, permissions);
    if (said === undefined) return [];
    const [list, verdict] = said;
    if (verdict === 'deny' && source === 'bundled' && !namesPlugin) {
      const reason = `${reasons.allow(capability)}: a denial applies to a bundled plugin only by its name`;
      return [{ file, key: `${prefix}.${list}`, verdict: 'allow', reason }];
    }
    return [{ file, key: `${prefix}.${list}`, verdict, reason: reasons[verdict](capability) }];
  });
}

const reasons: Readonly<Record<Opinion, (capability: string) => string>> = {
  allow: (capability) => `it may add ${capability}`,
  ask: (capability) => `it adds ${capability}, which needs consent`,
  deny: (capability) => `it may not add ${capability}`,
};

function opinionOf(
  capability: string,
  { allow, ask = [], deny = [] }: Permissions,
): readonly [string, Opinion] | undefined {
  const concerns = (list: readonly string[]) => list.some((pattern) => permissionConcerns(pattern, capability));
  if (concerns(deny)) return ['deny', 'deny'];
  if (concerns(ask)) return ['ask', 'ask'];
  if (allow === undefined) return undefined;
  return allow.some((pattern) => permissionMatches(pattern, capability)) ? ['allow', 'allow'] : ['allow', 'deny'];
}
