import { GenlockError } from '../../errors/error.ts';
import { keepSecret } from '../../errors/redact.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import type { Publication } from '../../policy/evaluate/publish.ts';
import { requiresTests } from '../../policy/evaluate/tests.ts';
import type { ReportSummary } from '../../plugin/test-report.ts';
import { nearestRoot } from '../../project/open.ts';
import { findRegistry, type RegistryTarget } from '../../engine/packages/find-registry.ts';
import { asGenlockErrors, type PackagePorts } from '../../engine/packages/machine-settings.ts';
import { isPublishable, requirePublicationAllowed } from '../../engine/policy/enforce-publication.ts';
import { loadPolicy } from '../../engine/policy/load.ts';
import { packFolder, type PackedFolder } from './pack-folder.ts';
import { runTests, testCommand } from './publish-tests.ts';
import { readPackageJson, tagOf, type PackageJson } from './publish-package.ts';

/** Options of `genlock plugin publish`. */
export interface PublishRequest {
  /** Absolute. */
  readonly cwd: string;
  /** The plugin's folder, absolute. */
  readonly folder: string;
  readonly registry?: string | undefined;
  readonly tag?: string | undefined;
  readonly access?: 'public' | 'restricted' | undefined;
  /** Whether to sign provenance. Default: only if the CI can prove it. */
  readonly provenance?: boolean | undefined;
  /** Whether the release waits at the registry for approval. Default: only if a policy requires it. */
  readonly stage?: boolean | undefined;
  readonly otp?: string | undefined;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export interface PublishPorts extends PackagePorts {
  readonly interactive: boolean;
  /** Shows the planned publication. */
  readonly preview: (publication: PublishResult) => void;
  /** Asks whether to publish. */
  readonly agree: () => Promise<boolean>;
}

/** Planned or finished publication; `--json` prints exactly this object. */
export interface PublishResult {
  readonly status: 'published' | 'staged' | 'planned';
  readonly plugin: { readonly name: string; readonly version: string; readonly folder: string };
  readonly registry: string;
  readonly tag: string;
  readonly access?: 'public' | 'restricted';
  /** Whether provenance is signed. */
  readonly provenance: boolean;
  /** Whether the release waits at the registry for approval. */
  readonly stage: boolean;
  /** Id of the waiting release. */
  readonly stageId?: string;
  /** Test command that must succeed first, if a policy requires tests. It runs outside the sandbox. */
  readonly tests?: string;
  /** All files with their sizes in bytes. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly archive: { readonly bytes: number; readonly unpacked: number; readonly integrity: string };
  /** Report of `genlock plugin test` that the package contains. */
  readonly report?: ReportSummary;
  readonly warnings: readonly string[];
}

/**
 * Publishes a plugin with the files that npm would pack. The plugin is first checked, run and validated as on
 * installation, and its files are scanned for secrets. Equal files result in an equal archive.
 *
 * @throws GenlockError with every problem; POLICY_DENIED, PUBLISH_…, REGISTRY_…, CONSENT_NEEDED, DECLINED
 */
export async function publishPlugin(request: PublishRequest, ports: PublishPorts): Promise<PublishResult> {
  if (request.otp !== undefined) keepSecret(request.otp);
  return asGenlockErrors(async () => {
    const manifest = readPackageJson(request.folder);
    // Invalid options are reported before the plugin runs.
    tagOf(manifest, request.tag);
    requireProvable(request, ports);
    const place = await placeOf({ manifest, request }, ports);
    const policy = await loadPolicy({ cwd: request.cwd, root: nearestRoot(request.cwd) }, ports);
    const packed = await packFolder(request, manifest, ports);
    const planned = planOf({ request, manifest, registry: place.registry, packed, policy }, ports);
    await requireByPolicies(planned, { place, policy, dryRun: request.dryRun });
    if (request.dryRun) return planned;
    ports.preview(planned);
    await requireYes(request, ports);
    if (planned.tests !== undefined) await runTests(request.folder, ports);
    ports.progress(`Publishing ${manifest.name}`);
    return send(planned, { manifest, archive: packed.archive, otp: request.otp, place });
  });
}

interface Permission {
  readonly place: RegistryTarget;
  readonly policy: EffectivePolicy;
  readonly dryRun: boolean;
}

/**
 * Checks the publication against the policies. If a policy sets `publish.immutable`, the registry is queried for the
 * version, but only if the policies allow the publication otherwise.
 *
 * @throws GenlockError POLICY_DENIED, REGISTRY_…
 */
async function requireByPolicies(planned: PublishResult, { place, policy, dryRun }: Permission): Promise<void> {
  const { registry, provenance, stage, tests } = planned;
  const { name, version } = planned.plugin;
  const publication = {
    name,
    registry,
    provenance,
    staged: stage,
    tested: tests !== undefined,
    report: reportOf(planned),
  };
  const isImmutable = policy.policies.some(({ publish }) => publish?.immutable === true);
  const asks = !dryRun && isImmutable && isPublishable(publication, policy);
  const { isPublished } = await import('../../../registry-client/index.ts');
  const isThere = asks ? await isPublished({ registry, name, version }, place.settings) : undefined;
  requirePublicationAllowed({ ...publication, ...(isThere !== undefined && { isThere }) }, policy);
}

/** Returns the state of the packed report. Packing refuses all other states. */
function reportOf({ report }: PublishResult): Publication['report'] {
  return report === undefined ? 'absent' : 'current';
}

interface Sending {
  readonly manifest: PackageJson;
  readonly archive: Buffer;
  readonly otp: string | undefined;
  readonly place: RegistryTarget;
}

async function send(
  planned: PublishResult,
  { manifest, archive, otp, place: { registry, settings } }: Sending,
): Promise<PublishResult> {
  const { publishRelease } = await import('../../../registry-client/index.ts');
  const { tag, access, provenance, stage } = planned;
  const { stageId } = await publishRelease(
    { registry, manifest, archive, tag, access, provenance, stage, otp },
    settings,
  );
  return { ...planned, ...(stageId !== undefined && { stageId }), status: stage ? 'staged' : 'published' };
}

interface Facts {
  readonly request: PublishRequest;
  readonly manifest: PackageJson;
  readonly registry: string;
  readonly packed: PackedFolder;
  readonly policy: Pick<EffectivePolicy, 'policies'>;
}

function planOf(
  { request, manifest, registry, packed, policy: { policies } }: Facts,
  ports: PublishPorts,
): PublishResult {
  const { name, version, publishConfig = {} } = manifest;
  const access = request.access ?? publishConfig.access;
  const tests = policies.some(({ tests: wanted }) => requiresTests(wanted))
    ? testCommand(request.folder, ports)
    : undefined;
  const files = [...packed.files].map(([path, { length }]) => ({ path, bytes: length }));
  return {
    status: 'planned',
    plugin: { name, version, folder: request.folder },
    registry,
    tag: tagOf(manifest, request.tag),
    ...(access !== undefined && { access }),
    provenance: request.provenance ?? (canProve(ports.env) && access === 'public'),
    stage: request.stage ?? policies.some(({ publish }) => publish?.staged === 'required'),
    ...(tests !== undefined && { tests }),
    files,
    archive: {
      bytes: packed.archive.length,
      unpacked: files.reduce((sum, { bytes }) => sum + bytes, 0),
      integrity: packed.integrity,
    },
    ...(packed.report && { report: packed.report }),
    warnings: packed.warnings,
  };
}

/** Checks whether a supported CI identity is available. */
function canProve(env: PackagePorts['env']): boolean {
  const inGitHub = env['GITHUB_ACTIONS'] === 'true' && Boolean(env['ACTIONS_ID_TOKEN_REQUEST_URL']);
  return inGitHub || (env['GITLAB_CI'] === 'true' && Boolean(env['SIGSTORE_ID_TOKEN']));
}

/** Checks that provenance can be signed, also in a dry run. */
function requireProvable({ provenance }: PublishRequest, { env }: PublishPorts): void {
  if (provenance !== true || canProve(env)) return;
  throw new GenlockError({
    code: 'REGISTRY_PUBLISH_REFUSED',
    message: 'Cannot create provenance: no supported CI identity found',
    hint: 'Publish from GitHub with `id-token: write`, or from GitLab with SIGSTORE_ID_TOKEN, or omit --provenance.',
  });
}

interface Meant {
  readonly manifest: PackageJson;
  readonly request: PublishRequest;
}

/** Returns the registry to publish to. It must be configured; the public registry is not a default. */
async function placeOf({ manifest, request }: Meant, ports: PublishPorts): Promise<RegistryTarget> {
  const registry = request.registry ?? manifest.publishConfig?.registry;
  const place = await findRegistry({ cwd: request.cwd, registry, name: manifest.name, asksProject: false }, ports);
  if (place !== undefined) return place;
  const message = `No registry is configured for publishing ${manifest.name}`;
  throw new GenlockError({ code: 'PUBLISH_PLACE_UNKNOWN', message });
}

async function requireYes({ yes }: PublishRequest, { interactive, agree }: PublishPorts): Promise<void> {
  if (yes) return;
  if (!interactive) throw new GenlockError({ code: 'CONSENT_NEEDED', message: 'Publishing needs your agreement' });
  if (!(await agree()))
    throw new GenlockError({ code: 'DECLINED', message: 'You did not agree to publish the plugin' });
}
