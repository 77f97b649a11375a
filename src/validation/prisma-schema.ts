import type { RegisterPrismaSchema } from '../../sandbox/index.ts';
import { longestName } from '../config/names.ts';
import { isObjectMember, isReservedEntityName } from '../config/reserved.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { isAllowed } from './schema-attributes.ts';
import { blocksOf, type Block } from '../data-layer/schema/blocks.ts';
import { parseEnumLine, parseFieldLine, type Line } from '../data-layer/schema/parse.ts';
import { tokensOf, type Token } from '../data-layer/schema/tokens.ts';
import { ofKind, refusal, type OperationValidator, type ValidationContext } from './context.ts';

/** Problem and its line in the registered text. */
interface Fault {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly line: number;
}

/**
 * Limits for one plugin's schemas, blocks and fields. Prisma's compiler takes quadratic time for many
 * attributes and for many problems.
 */
const most = { lines: 5000, characters: 200_000, blockAttributes: 200, fieldAttributes: 20 };

/** Validates models, enums and types by structure. Only allowed elements are accepted. */
export const validatePrismaSchema: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerPrismaSchema');
  const text = operations.map(({ schema }) => schema).join('\n');
  if (text.length > most.characters || text.split('\n').length > most.lines) {
    const reason = `registers schemas with more than ${most.lines} lines or ${most.characters} characters`;
    yield refusal(trial, { code: 'JUDGE_SCHEMA_TOO_LARGE', reason });
    return;
  }
  for (const operation of operations) {
    for (const { code, reason, line } of faultsOf(operation, trial)) {
      const { source } = operation;
      const place =
        source === undefined ? `in line ${line} of its schema` : `in line ${line} of ${source}, as rendered`;
      yield refusal(trial, { code, reason: `${reason} ${place}` });
    }
  }
};

function* faultsOf({ schema }: RegisterPrismaSchema, trial: ValidationContext): Iterable<Fault> {
  const tokens = tokensOf(schema);
  const blocks = 'line' in tokens ? tokens : blocksOf(tokens);
  if ('line' in blocks) {
    yield unreadable(blocks.line);
    return;
  }
  for (const block of blocks) yield* blockFaults(block, trial);
  yield* duplicates(blocks.map(({ keyword, name, line }) => ({ name, line, what: `the ${keyword} ${name}` })));
  for (const block of blocks) yield* duplicates(membersOf(block));
}

/** Model, enum or type, or one of its members. */
interface Named {
  readonly name: string;
  readonly line: number;
  /** Name for messages. */
  readonly what: string;
}

/** Finds names that one call registers twice. Models with the same name in two calls are merged. */
function* duplicates(all: readonly Named[]): Iterable<Fault> {
  const first = new Map<string, number>();
  for (const { name, line, what } of all) {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, line);
    else yield { code: 'JUDGE_SCHEMA_DUPLICATE', reason: `registers ${what} twice (also in line ${earlier})`, line };
  }
}

function membersOf({ keyword, name: owner, lines }: Block): readonly Named[] {
  return lines.flatMap((tokens) => {
    const read = keyword === 'enum' ? parseEnumLine(tokens) : parseFieldLine(tokens);
    if (read === undefined || read.kind === 'attribute') return [];
    return [{ name: read.name, line: tokens[0]?.line ?? 0, what: `${owner}.${read.name}` }];
  });
}

function unreadable(line: number): Fault {
  return { code: 'JUDGE_SCHEMA_SYNTAX', reason: 'registers an invalid model', line };
}

const keywords: ReadonlySet<string> = new Set(['model', 'enum', 'type']);

function* blockFaults(block: Block, trial: ValidationContext): Iterable<Fault> {
  const { keyword, name, line } = block;
  if (!keywords.has(keyword)) {
    yield { code: 'JUDGE_SCHEMA_BLOCK', reason: `registers a ${keyword} block (${name})`, line };
    return;
  }
  if (isReservedEntityName(name) || isObjectMember(name) || name.length > longestName) {
    yield {
      code: 'JUDGE_SCHEMA_NAME',
      reason: `registers the ${keyword} ${name}, which is not valid in generated code`,
      line,
    };
  }
  const attributes = block.lines.filter(([token]) => token?.text === '@@');
  if (attributes.length > most.blockAttributes) yield tooMany(block, { line, count: most.blockAttributes });
  for (const tokens of block.lines) yield* lineFaults(tokens, { block, trial });
}

function tooMany({ name }: Block, { line, count }: { readonly line: number; readonly count: number }): Fault {
  return { code: 'JUDGE_SCHEMA_TOO_LARGE', reason: `registers ${name} with more than ${count} attributes`, line };
}

interface LineContext {
  readonly block: Block;
  readonly trial: ValidationContext;
}

function* lineFaults(tokens: readonly Token[], { block, trial }: LineContext): Iterable<Fault> {
  const line = tokens[0]?.line ?? block.line;
  const read = block.keyword === 'enum' ? parseEnumLine(tokens) : parseFieldLine(tokens);
  if (read === undefined) {
    yield { ...unreadable(line), reason: `registers an invalid part of ${block.name}` };
    return;
  }
  if (read.kind !== 'attribute' && read.attributes.length > most.fieldAttributes) {
    yield tooMany(block, { line, count: most.fieldAttributes });
  }
  if (read.kind !== 'attribute' && (isObjectMember(read.name) || read.name.length > longestName)) {
    yield {
      code: 'JUDGE_SCHEMA_NAME',
      reason: `registers ${block.name}.${read.name}, which is not valid in generated code`,
      line,
    };
  }
  if (read.kind === 'field' && (read.type.endsWith('()') || read.type === 'Unsupported')) {
    yield { code: 'JUDGE_SCHEMA_TYPE', reason: `gives ${block.name}.${read.name} the type ${read.type}`, line };
  }
  for (const name of refusedAttributes(read, trial)) {
    yield {
      code: 'JUDGE_SCHEMA_ATTRIBUTE',
      reason: `registers ${block.name} with the attribute ${name}, which is not allowed`,
      line,
    };
  }
}

function refusedAttributes(line: Line, { model: { database } }: ValidationContext): readonly string[] {
  const on = line.kind === 'attribute' ? 'block' : line.kind;
  const attributes = line.kind === 'attribute' ? [line.attribute] : line.attributes;
  const sign = on === 'block' ? '@@' : '@';
  return attributes.filter((attribute) => !isAllowed(attribute, { on, database })).map(({ name }) => sign + name);
}
