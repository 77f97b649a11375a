/** What a policy of an organisation is made from. */
export interface TemplateChoices {
  /** Address of its own registry. */
  readonly registry: string;
}

/** Names of the policies there are to start from. */
export const templateNames = ['enterprise'] as const;
export type TemplateName = (typeof templateNames)[number];

/** A policy to start from, as data: one registry, nothing young, everything agreed to. */
export function policyTemplate(_: TemplateName, { registry }: TemplateChoices): object {
  return {
    version: 1,
    name: 'Baseline',
    message: 'Ask who maintains this policy.',
    registries: { allow: [registry], default: registry },
    sources: { registry: 'allow', file: 'ask', directory: 'ask', url: 'deny', git: 'deny' },
    plugins: { default: 'ask', rules: { 'auth-*': { mode: 'allowed' } } },
    trust: { integrity: 'required', signatures: 'if-present', provenance: 'if-present', noDowngrade: true },
    freshness: { minAge: '3d', missingTime: 'deny' },
    permissions: { ask: ['provider', 'route:unprotected', 'secret:*'] },
    scripts: { default: 'deny' },
    dependencies: { registry: 'ask', bundled: 'deny', exotic: 'deny' },
    updates: { auto: 'off', prerelease: 'deny', deprecated: 'ask', major: 'ask' },
    publish: { immutable: true },
    limits: { packed: '10MB', unpacked: '64MB', entries: 2000, packument: '8MB', timeout: '30s' },
    consent: 'always',
    sandbox: { require: ['isolate', 'process', 'permissions', 'limits'] },
  };
}
