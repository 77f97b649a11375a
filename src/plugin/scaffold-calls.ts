/** SDK calls that a new plugin can start with, in the order of their lines in the sample. */
export const scaffoldCalls = [
  'copyTemplates',
  'registerPrismaSchema',
  'registerAPIRoutes',
  'registerAdminMenu',
  'registerSettings',
  'registerProvider',
  'registerCSS',
  'guardModel',
  'registerSecurityPolicy',
  'registerMiddleware',
  'registerHooks',
  'registerSlot',
  'registerJobs',
  'extendEntity',
] as const;

export type ScaffoldCall = (typeof scaffoldCalls)[number];

export const scaffoldLanguages = ['typescript', 'javascript'] as const;

export type ScaffoldLanguage = (typeof scaffoldLanguages)[number];

/** The calls of a plugin if the author chooses none. */
export const defaultScaffoldCalls: readonly ScaffoldCall[] = [
  'copyTemplates',
  'registerAPIRoutes',
  'registerAdminMenu',
];

/** Contents of a new plugin. */
export interface ScaffoldChoice {
  readonly language: ScaffoldLanguage;
  readonly calls: readonly ScaffoldCall[];
}

/** Adds the calls that others need: every plugin has a page, and rules for a model need its model. */
export function withNeededCalls(chosen: readonly ScaffoldCall[]): ReadonlySet<ScaffoldCall> {
  const hasModel = chosen.includes('registerPrismaSchema') || chosen.includes('registerAPIRoutes');
  const needed = chosen.includes('guardModel') && !hasModel ? (['registerPrismaSchema'] as const) : [];
  return new Set(['copyTemplates', ...chosen, ...needed]);
}

/** Paths of the sample that belong to one call. The first match counts. Other files are part of every plugin. */
const filesOfCalls: readonly (readonly [pattern: RegExp, call: ScaffoldCall])[] = [
  [/\/server\/lib\/sample-plugin\/middleware\.ts$/u, 'registerMiddleware'],
  [/\/server\/lib\/sample-plugin\/hooks\.ts$/u, 'registerHooks'],
  [/\/server\/lib\/sample-plugin\/report\.ts$/u, 'registerJobs'],
  [/\/client\/components\/sample-plugin\//u, 'registerSlot'],
  [/^templates\/(?:express|prisma)\//u, 'registerAPIRoutes'],
  [/^templates\/shared\/client\/providers\//u, 'registerProvider'],
];

/** Returns whether a plugin with these calls contains a file of the sample. */
export function isInPlugin(path: string, calls: ReadonlySet<ScaffoldCall>): boolean {
  if (path.startsWith('templates/prisma/') && calls.has('registerPrismaSchema')) return false;
  const [, call] = filesOfCalls.find(([pattern]) => pattern.test(path)) ?? [];
  return call === undefined || calls.has(call);
}

/** Widest import that stays on one line. */
const lineWidth = 120;

/**
 * Removes the calls that were not chosen from the generator of the sample, and writes it in a language.
 *
 * @param sample text of the sample's generator in JavaScript
 */
export function scaffoldGenerator(
  sample: string,
  { calls, language }: { readonly calls: ReadonlySet<ScaffoldCall>; readonly language: ScaffoldLanguage },
): string {
  const [head = '', rest = ''] = sample.split('export default async function generate() {\n');
  const body = rest.replace(/\}\n$/u, '');
  const blocks = body
    .split('\n\n')
    .filter((block) => scaffoldCalls.some((call) => calls.has(call) && hasCall(block, call)));
  const code = blocks.join('\n\n').replace(/\n?$/u, '\n');
  const comment = head.slice(head.indexOf('/**'));
  const names = [...calls].toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  if (language === 'javascript')
    return `${importOf(names)}${comment}export default async function generate() {\n${code}}\n`;
  return (
    `${importOf(['type Generator', ...names])}${comment.replace(/ \*\n \* @type .*\n/u, '')}` +
    `const generate: Generator = async () => {\n${code}};\n\nexport default generate;\n`
  );
}

function hasCall(block: string, call: ScaffoldCall): boolean {
  return block.includes(`await ${call}(`);
}

function importOf(names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from 'genlock/sdk';`;
  const fits = line.length <= lineWidth;
  return `${fits ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from 'genlock/sdk';`}\n\n`;
}
