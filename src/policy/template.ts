/** Settings for generating a policy template. */
export interface TemplateChoices {
  /** Address of the organisation's registry. */
  readonly registry: string;
}

/** Names of the available policy templates. */
export const templateNames = ['enterprise'] as const;
export type TemplateName = (typeof templateNames)[number];

/** Returns a policy template as data: one registry, a minimum release age, consent to every change. */
export function policyTemplate(_: TemplateName, { registry }: TemplateChoices): object {
  return {
    version: 1,
    name: 'Baseline',
    message: 'Contact the maintainer of this policy.',
    registries: { allow: [registry], default: registry },
    sources: { registry: 'allow', file: 'ask', directory: 'ask', url: 'deny', git: 'deny' },
    teams: {},
    exceptions: [],
    plugins: { default: 'ask', rules: { 'auth-*': { mode: 'allowed' } } },
    trust: { integrity: 'required', signatures: 'if-present', provenance: 'if-present', noDowngrade: true },
    freshness: { minAge: '3d', missingTime: 'deny' },
    permissions: { ask: ['provider', 'route:unprotected', 'route:auth', 'secret:*'] },
    scripts: { default: 'deny' },
    dependencies: { registry: 'ask', bundled: 'deny', exotic: 'deny' },
    updates: { code: 'ask', auto: 'off', prerelease: 'deny', deprecated: 'ask', major: 'ask' },
    publish: { immutable: true },
    limits: { packed: '10MB', unpacked: '64MB', entries: 2000, packument: '8MB', timeout: '30s' },
    consent: 'always',
    sandbox: { require: ['isolate', 'process', 'permissions', 'limits'] },
  };
}
