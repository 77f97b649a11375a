import { join } from 'node:path';
import { registryUrl } from '../../../registry-client/origins.ts';
import { writeNewFile } from '../../apply/write-file.ts';
import { GenlockError } from '../../errors/error.ts';
import { policyTemplate, type TemplateName } from '../../policy/template.ts';
import { nearestRoot } from '../../project/open.ts';
import { policyPath, policySchemaPath } from '../../project/records.ts';

/** Options of `genlock policy init`. */
export interface PolicyInitRequest {
  /** Absolute path. The policy is created in the project that contains it, otherwise in this folder. */
  readonly cwd: string;
  readonly template: TemplateName;
  /** URL of the organisation's registry. Default: a placeholder. */
  readonly registry?: string;
}

/** Result of `genlock policy init`; `--json` prints exactly this object. */
export interface PolicyInitResult {
  /** Absolute. */
  readonly file: string;
  readonly template: TemplateName;
  readonly registry: string;
  /** Whether the registry URL is still a placeholder. */
  readonly unfinished: boolean;
}

/** Placeholder URL. No package can be fetched until it is replaced. */
const placeholder = 'https://registry.example.com/';

/** Creates a policy from a template. @throws GenlockError POLICY_EXISTS, USAGE, PROJECT_WRITE_FAILED */
export async function initPolicy({ cwd, template, registry }: PolicyInitRequest): Promise<PolicyInitResult> {
  const address = registryUrl(registry ?? placeholder);
  if (address === undefined) {
    const message = `${JSON.stringify(registry)} is not an https URL of a registry.`;
    throw new GenlockError({ code: 'USAGE', message });
  }
  const root = nearestRoot(cwd);
  const file = join(root ?? cwd, policyPath);
  const schema = root === undefined ? {} : { $schema: `./${policySchemaPath}` };
  const policy = { ...schema, ...policyTemplate(template, { registry: address }) };
  const text = `${JSON.stringify(policy, undefined, 2)}\n`;
  if (await writeNewFile(file, text)) return { file, template, registry: address, unfinished: registry === undefined };
  throw new GenlockError({ code: 'POLICY_EXISTS', message: 'a policy already exists', where: { file } });
}
