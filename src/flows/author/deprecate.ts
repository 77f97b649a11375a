import { GenlockError } from '../../errors/error.ts';
import { keepSecret } from '../../errors/redact.ts';
import { nearestRoot } from '../../project/open.ts';
import { findRegistry } from '../../engine/packages/find-registry.ts';
import { asGenlockErrors, type PackagePorts } from '../../engine/packages/machine-settings.ts';
import { requireDeprecationAllowed } from '../../engine/policy/enforce-publication.ts';
import { loadPolicy } from '../../engine/policy/load.ts';

/** Options of `genlock plugin deprecate`. */
export interface DeprecateRequest {
  /** Absolute. */
  readonly cwd: string;
  /** `chat@1.0.0`, `chat@<2`, or `chat` for every version. */
  readonly spec: string;
  /** An empty message removes the deprecation. */
  readonly message: string;
  readonly registry?: string | undefined;
  readonly otp?: string | undefined;
}

/** Result of `genlock plugin deprecate`; `--json` prints exactly this object. */
export interface DeprecateResult {
  readonly name: string;
  readonly registry: string;
  readonly versions: readonly string[];
  /** Empty if the deprecation was removed. */
  readonly message: string;
}

/** @throws GenlockError PUBLISH_PLACE_UNKNOWN, POLICY_…, REGISTRY_… */
export async function deprecatePlugin(
  { cwd, spec, message, registry: typed, otp }: DeprecateRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<DeprecateResult> {
  if (otp !== undefined) keepSecret(otp);
  return asGenlockErrors(async () => {
    const { deprecate, parseSpec } = await import('../../../registry-client/index.ts');
    const { name, wanted, kind } = parseSpec(spec);
    // Without a version, all versions are meant. Tags are rejected because they move, except in `chat` without a
    // version, which is parsed as the tag `latest`.
    const isAll = ['', '@', '@*'].includes(spec.slice(name.length));
    const range = isAll ? '*' : wanted;
    if (kind === 'tag' && !isAll) {
      throw new GenlockError({ code: 'REGISTRY_SPEC_INVALID', message: `${spec} names a tag, not a version range` });
    }
    const place = await findRegistry({ cwd, registry: typed, name, asksProject: false }, ports);
    if (place === undefined) {
      throw new GenlockError({ code: 'PUBLISH_PLACE_UNKNOWN', message: `No registry is configured for ${name}` });
    }
    const { registry, settings } = place;
    requireDeprecationAllowed({ name, registry }, await loadPolicy({ cwd, root: nearestRoot(cwd) }, ports));
    const versions = await deprecate({ registry, name, range, message, otp }, settings);
    return { name, registry, versions, message };
  });
}
