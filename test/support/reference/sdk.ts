/** The reference page of `genlock/sdk`, from the doc comments of its types. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits } from '../../../sandbox/index.ts';
import { isFatalLimit, limitCodes } from '../../../sandbox/protocol/limit-codes.ts';
import { codes, type CodeEntry } from '../../../src/errors/codes.ts';
import { policyJsonSchema } from '../../../src/policy/json-schema.ts';
import { repository } from '../cli.ts';
import { declarationsOf, sdkCalls, wordsOf, type Call, type Declaration, type Property } from './declarations.ts';
import { anchorOf, code, page, prose, table } from './markdown.ts';
import type { Schema } from './schema.ts';

const files = ['sandbox/protocol/sdk.ts', 'sandbox/protocol/extension.ts', 'sandbox/protocol/operations.ts'];
const declarations = new Map(files.flatMap(declarationsOf).map((one) => [one.name, one]));
const words = new Map(files.flatMap((file) => [...wordsOf(file)]));

/** Returns the page. */
export function sdkPage(): string {
  const calls = sdkCalls();
  const own = new Map(calls.map(({ name }) => [name, codesOf(name)]));
  const common = new Set(Object.keys(codes).filter((name) => name.startsWith('JUDGE_')));
  for (const name of [...own.values()].flat()) common.delete(name);
  return page(
    '# SDK reference',
    'A generator imports these calls from `genlock/sdk`. [PLUGINS.md](PLUGINS.md#the-operations) explains them, and [RECIPES.md](RECIPES.md) has short plugins for common tasks. Each call returns a promise without a value. A call is recorded when it is made, awaited or not.',
    table(
      ['call', 'effect'],
      calls.map(({ name, text }) => [
        `[${code(name)}](#${anchorOf(name)})`,
        `${text.split('. ')[0]?.replace(/\.$/u, '')}.`,
      ]),
    ),
    ...calls.map((call) => callSection(call, own.get(call.name) ?? [])),
    '## The context',
    'The generator is the default export of the module. It receives one argument.',
    propertyTable(declarations.get('GeneratorContext')?.properties ?? []),
    '## Errors of every call',
    'An invalid argument throws in the generator and ends the run. After the run, Genlock checks the operations.',
    errorTable(['SANDBOX_CALL', 'SANDBOX_PATH', 'SANDBOX_TEMPLATE', 'SANDBOX_OUTPUT_LIMIT', ...common]),
    '## Limits of every call',
    'A [policy](POLICY-KEYS.md#limitsrun) can lower these limits.',
    limitTable(),
  );
}

function callSection({ name, text, example, parameters }: Call, errors: readonly string[]): string {
  const types = referenced(parameters);
  const [first, ...others] = types;
  return [
    `## ${name}`,
    text,
    `\`\`\`js\n${example}\n\`\`\``,
    code(`${name}(${resolved(parameters)})`),
    first === undefined ? '' : typeText(first),
    ...others.map((type) => `### ${type.name}\n\n${typeText(type)}`),
    errors.length === 0 ? '' : `Errors:\n\n${errorTable(errors)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the named types that a type text refers to, also indirectly. Types that are only words are left out. */
function referenced(type: string, known: readonly Declaration[] = []): readonly Declaration[] {
  let found = known;
  for (const [name] of type.matchAll(/\b[A-Z]\w+/gu)) {
    const declaration = declarations.get(name);
    if (declaration === undefined || isWords(declaration) || found.includes(declaration)) continue;
    const inner = [declaration.type, ...declaration.properties.map((property) => property.type)].join(' ');
    found = referenced(inner, [...found, declaration]);
  }
  return found;
}

function isWords({ name, type }: Declaration): boolean {
  return /^\(typeof \w+\)\[number\]$/u.test(type) || name === 'SettingValue';
}

function typeText({ text, type, properties }: Declaration): string {
  const rows = properties.length === 0 ? code(resolved(type)) : propertyTable(properties);
  return [text, rows].filter((part) => part !== '').join('\n\n');
}

function propertyTable(properties: readonly Property[]): string {
  return table(
    ['option', 'type', 'required', 'meaning'],
    properties.map(({ name, type, isOptional, text }) => [
      code(name),
      code(resolved(type)),
      isOptional ? '' : 'yes',
      text,
    ]),
  );
}

/** Replaces the names of word lists by their words. */
function resolved(type: string): string {
  const text = type.replaceAll(/\b([A-Z]\w+)(\[\])?/gu, (written, name: string, list?: string) => {
    const declaration = declarations.get(name);
    if (declaration === undefined || !isWords(declaration)) return written;
    const constants = words.get(/typeof (\w+)/u.exec(declaration.type)?.[1] ?? '');
    const union = constants?.map((word) => `'${word}'`).join(' | ') ?? declaration.type;
    return list === undefined ? union : `(${union})[]`;
  });
  return text.replaceAll(/ \| Lowercase<[^>]+>/gu, '');
}

function errorTable(names: readonly string[]): string {
  const entries: Readonly<Record<string, CodeEntry>> = codes;
  return table(
    ['error', 'what to do'],
    names.map((name) => [`[${code(name)}](ERRORS.md#${anchorOf(name)})`, prose(entries[name]?.hint ?? '')]),
  );
}

function limitTable(): string {
  const schema: Schema = policyJsonSchema();
  const meanings = schema.properties?.['limits']?.properties?.['run']?.properties ?? {};
  const rows = Object.entries(defaultLimits).map(([name, value]) => [
    code(name),
    meanings[name]?.description ?? '',
    value.toLocaleString('en-US'),
    isFatalLimit(name) ? code(limitCodes[name]) : 'none; the rest is dropped',
  ]);
  return table(['limit', 'meaning', 'default', 'error'], rows);
}

/** Returns the codes that the validation of a call reports, from the source of its module and of its own imports. */
function codesOf(call: string): readonly string[] {
  const start = validationText('validate.ts');
  const validator = new RegExp(String.raw`^  ${call}: (\w+),$`, 'mu').exec(start)?.[1] ?? '';
  const module = new RegExp(String.raw`import \{ ${validator} \} from '\./([\w-]+\.ts)'`, 'u').exec(start)?.[1];
  if (module === undefined) throw new Error(`validate.ts imports no validator of ${call}.`);
  const texts = closure(module).map(validationText);
  const found = texts.flatMap((text) => Array.from(text.matchAll(/'(JUDGE_[A-Z_]+)'/gu), ([, name = '']) => name));
  return [...new Set(found)].toSorted();
}

/** Returns a module and its imports from the same folder. */
function closure(module: string, known: readonly string[] = []): readonly string[] {
  let found = [...known, module];
  for (const [, name = ''] of validationText(module).matchAll(/from '\.\/([\w-]+\.ts)'/gu)) {
    if (!found.includes(name)) found = [...closure(name, found)];
  }
  return found;
}

function validationText(module: string): string {
  return readFileSync(join(repository, 'src/validation', module), 'utf8');
}
