import { join } from 'node:path';
import { registryUrl } from '../../../registry-client/origins.ts';
import { writeNewFile } from '../../apply/new-file.ts';
import { GenlockError } from '../../errors/error.ts';
import { policyTemplate, type TemplateName } from '../../policy/template.ts';
import { nearestRoot } from '../../project/open.ts';
import { policyPath, policySchemaPath } from '../../project/records.ts';

/** What `genlock policy init` was asked for. */
export interface PolicyInitRequest {
  /** Absolute; the policy is that of the project it lies in, else one of this folder. */
  readonly cwd: string;
  readonly template: TemplateName;
  /** Address of the organisation's registry; one to be replaced if absent. */
  readonly registry?: string;
}

/** What was made, as data; `--json` prints exactly this. */
export interface PolicyInitResult {
  /** Absolute. */
  readonly file: string;
  readonly template: TemplateName;
  readonly registry: string;
  /** The address of the registry is still to be put in. */
  readonly unfinished: boolean;
}

/** An address nobody has: until it is replaced, nothing is fetched. */
const placeholder = 'https://registry.example.com/';

/** Makes a policy to start from. @throws GenlockError POLICY_EXISTS, USAGE, PROJECT_WRITE_FAILED */
export async function initPolicy({ cwd, template, registry }: PolicyInitRequest): Promise<PolicyInitResult> {
  const address = registryUrl(registry ?? placeholder);
  if (address === undefined) {
    const message = `${JSON.stringify(registry)} is no https address of a registry.`;
    throw new GenlockError({ code: 'USAGE', message });
  }
  const root = nearestRoot(cwd);
  const file = join(root ?? cwd, policyPath);
  const schema = root === undefined ? {} : { $schema: `./${policySchemaPath}` };
  const policy = { ...schema, ...policyTemplate(template, { registry: address }) };
  const text = `${JSON.stringify(policy, undefined, 2)}\n`;
  if (await writeNewFile(file, text)) return { file, template, registry: address, unfinished: registry === undefined };
  throw new GenlockError({ code: 'POLICY_EXISTS', message: 'there is a policy already', where: { file } });
}
