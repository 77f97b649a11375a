import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Every plugin here comes in so many versions, from 1. */
export const versions = 3;

/** Content of a plugin version: additional manifest keys, statements of the generator, templates. */
interface Written {
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly calls: readonly string[];
  readonly templates: Readonly<Record<string, string | Uint8Array>>;
}

const id = 'id String @id @default(cuid())';
const schema = (text: string): string => `sdk.registerPrismaSchema(${JSON.stringify(text)});`;
const css = (variables: object): string => `sdk.registerCSS(${JSON.stringify({ variables })});`;
const menu = (name: string, label: string): string =>
  `sdk.registerAdminMenu({ id: '${name}', label: '${label}', icon: 'list', href: '/admin/${name}' });`;
const provider = (name: string, order: number): string =>
  `sdk.registerProvider({ name: '${name}', import: '@/components/${name}', order: ${String(order)} });`;
const route = (name: string): string =>
  `sdk.registerAPIRoutes({ routes: [{ path: '/${name}', handler: 'server/routes/${name}', methods: ['GET'] }] });`;
const hosts = (sources: object): string => `sdk.registerSecurityPolicy(${JSON.stringify(sources)});`;
const middleware = (position: string, module: string): string =>
  `sdk.registerMiddleware(${JSON.stringify({ position, module })});`;
const extend = (fields: readonly object[]): string => `sdk.extendEntity(${JSON.stringify({ entity: '*', fields })});`;
const slot = (place: object): string => `sdk.registerSlot(${JSON.stringify(place)});`;

/**
 * Returns lines of which each version changes, adds and deletes some. Many lines are equal, which makes alignment
 * difficult.
 */
function lines(name: string, version: number): string {
  const all = Array.from({ length: 24 }, (_, at) => {
    if (at % 6 === 5) return ['}', ''];
    if (at % 11 === version * 3) return [];
    if (at % 8 === version) return [`${name} ${String(at)} as of ${String(version)}`, '{'];
    return [`${name} ${String(at)}`];
  });
  return `${all.flat().join('\n')}\n`;
}

const handler = (name: string, version: number): string =>
  `import type { Request, Response } from 'express';

/** ${name}, ${String(version)}. */
export function GET(_req: Request, res: Response): void {
  res.json({ name: '${name}', version: ${String(version)} });
}
`;

const component = (name: string): string =>
  `import type { ReactNode } from 'react';

export function ${name}({ children }: { children: ReactNode }) {
  return <>{children}</>;
}
`;

/** Name → version → what it is. They share models, an entity, packages, places in the provider tree and folders. */
const written: Readonly<Record<string, (version: number) => Written>> = {
  accounts: (version) => ({
    manifest: { dependencies: { nanoid: version === 3 ? '^5.1.0' : '^5.0.0' } },
    calls: [
      schema(`model Account {\n ${id}\n email String @unique\n ${version > 1 ? 'seenAt DateTime?' : ''}\n}`),
      menu('accounts', `Accounts ${String(version)}`),
      provider('AccountsProvider', 10),
      route('accounts'),
      css({ '--accounts-accent': `hsl(${String(version)} 80% 50%)` }),
    ],
    templates: {
      'server/routes/accounts.ts': handler('accounts', version),
      'client/components/AccountsProvider.tsx': component('AccountsProvider'),
      'docs/accounts.md': lines('accounts', version),
    },
  }),
  profiles: (version) => ({
    calls: [
      schema(`model Account {\n ${id}\n email String @unique\n bio String?\n @@index([bio])\n}
        model Customer {\n ${id}\n nickname String?\n ${version === 2 ? 'motto String?' : ''}\n}`),
      menu('profiles', 'Profiles'),
      provider('ProfilesProvider', 10),
    ],
    templates: {
      'client/components/ProfilesProvider.tsx': component('ProfilesProvider'),
      'docs/profiles.md': lines('profiles', version),
      ...(version === 2 ? { 'docs/more/profiles.md': lines('more', 2) } : {}),
    },
  }),
  billing: (version) => ({
    manifest: {
      dependencies: { nanoid: '^5.0.0', 'date-fns': '^4.1.0' },
      settings: {
        schema: {
          currency: { type: 'string', label: 'Currency', default: 'EUR' },
          days: { type: 'number', label: 'Days to pay', default: 14 },
          apiKey: { type: 'string', label: 'Key', secret: true },
        },
      },
    },
    calls: [
      schema(`model Account {\n ${id}\n email String @unique\n plan String?\n bills Bill[]\n}
        model Bill {\n ${id}\n account Account @relation(fields: [accountId], references: [id])\n accountId String
          ${version > 1 ? 'paid Boolean @default(false)' : ''}\n}`),
      extend([{ name: 'billingCode', type: 'String' }, ...(version > 1 ? [{ name: 'billed', type: 'Int' }] : [])]),
      route('billing'),
    ],
    templates: {
      'server/routes/billing.ts': handler('billing', version),
      'docs/billing.md': `${lines('billing', version)}in {{settings.currency}}\nwithin {{settings.days}} days\n`,
    },
  }),
  loyalty: (version) => ({
    manifest: { dependencies: { 'date-fns': version > 1 ? '^4.1.0' : '^4.0.0' } },
    calls: [
      schema(`model Customer {\n ${id}\n points Int @default(${String(version)})\n}`),
      menu('loyalty', 'Loyalty'),
      css({ '--loyalty-accent': 'gold', ...(version > 1 ? { '--loyalty-muted': 'silver' } : {}) }),
    ],
    templates: { [version === 3 ? 'docs/loyalty/all.md' : 'docs/loyalty.md']: lines('loyalty', version) },
  }),
  banner: (version) => ({
    manifest: {
      settings: { schema: { height: { type: 'number', label: 'Height', default: 4, min: 1, max: 90 } } },
    },
    calls: [
      provider('BannerProvider', 5 * version),
      css({ '--banner-height': `${String(version)}rem`, '--banner-color': 'tomato' }),
      slot({ slot: version === 1 ? 'header' : 'list', module: '@/components/BannerProvider' }),
      slot({ slot: 'form', entity: 'Customer', module: '@/components/BannerProvider' }),
      hosts({ image: ['*.example.com', 'logs.example.com'], connect: ['logs.example.com'] }),
    ],
    templates: {
      'client/components/BannerProvider.tsx': component('BannerProvider'),
      'client/data/banner.json': `{\n  "height": {{settings.height}},\n  "version": ${String(version)},\n  "texts": ["a", "b"]\n}\n`,
    },
  }),
  notes: (version) => ({
    calls: [schema(`model Note {\n ${id}\n text String\n ${version > 1 ? 'pinned Boolean @default(false)' : ''}\n}`)],
    templates: {
      'client/data/notes.json': `${JSON.stringify({ version, list: [1, 2, version], [`of${String(version)}`]: {} }, null, 2)}\n`,
      'docs/notes.bin': new Uint8Array([0, version, 255, 10]),
      'docs/notes.md': lines('notes', version),
      ...(version > 1 ? { 'docs/more/notes.md': lines('notes', 1) } : {}),
    },
  }),
  audit: (version) => ({
    calls: [
      schema(`enum AuditKind {\n made\n changed\n ${version > 1 ? 'gone' : ''}\n}
        model AuditEntry {\n ${id}\n kind AuditKind\n at DateTime @default(now())\n}
        model Account {\n ${id}\n email String @unique\n auditedAt DateTime?\n}`),
      menu('audit', 'Audit'),
      extend([{ name: 'auditLevel', type: 'Int', required: true, default: version, readOnly: version === 3 }]),
      route('audit'),
      middleware(version === 2 ? 'beforeRoutes' : 'afterAuth', 'server/routes/audit'),
      slot({ slot: 'record', module: '@/data/audit' }),
      hosts({ connect: ['logs.example.com', `v${String(version)}.example.com`] }),
    ],
    templates: {
      'server/routes/audit.ts': handler('audit', version),
      'client/data/audit.tsx': component('Audit'),
      'docs/audit/readme.md': lines('audit', version),
    },
  }),
};

export const pluginNames: readonly string[] = Object.keys(written).toSorted();

/** Paths that any version of any plugin writes. */
export const pluginPaths: readonly string[] = [
  ...new Set(
    Object.values(written).flatMap((of) =>
      Array.from({ length: versions }, (_, at) => Object.keys(of(at + 1).templates)).flat(),
    ),
  ),
];

/** Writes one version of a plugin into its folder, in the place of any other. */
export function writePlugin(folder: string, { name, version }: { readonly name: string; readonly version: number }) {
  const { manifest = {}, calls, templates } = written[name]?.(version) ?? { calls: [], templates: {} };
  const own = { name, version: `${String(version)}.0.0` };
  const files = {
    'manifest.json': JSON.stringify({ ...own, ...manifest }),
    'package.json': JSON.stringify({ ...own, type: 'module' }),
    'generator.js': `import * as sdk from 'genlock/sdk';\nexport default async () => {\nsdk.copyTemplates();\n${calls.join('\n')}\n};\n`,
    ...Object.fromEntries(Object.entries(templates).map(([path, text]) => [`templates/express/${path}`, text])),
  };
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
