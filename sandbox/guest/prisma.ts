/** Collects models in Prisma's schema language from `registerPrismaSchema` and `templates/prisma/*.prisma`. */
import type { RegisterPrismaSchema } from '../protocol/operations.ts';
import { wrong } from './check.ts';
import { renderTemplate, templateVariables } from './copy-templates.ts';
import { refuse } from './failure.ts';
import { input, record, warn, withinOutput } from './run.ts';

const kind = 'registerPrismaSchema';

/** A `datasource` or `generator` block, which plugins may not contribute. */
interface ForeignBlock {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the call's argument. */
export function prismaSchemaOperation(argument: unknown): RegisterPrismaSchema {
  if (typeof argument !== 'string' || argument.trim() === '') {
    throw wrong(kind, 'a string with model definitions', argument);
  }
  const schema = withinOutput(argument);
  const block = foreignBlocks(schema)[0];
  if (block !== undefined) {
    throw refuse('SANDBOX_CALL', `${kind}: "${block.name}" belongs to the project; register models and enums only`);
  }
  return { kind, schema };
}

/** Registers the models in `templates/prisma/` once, after all calls by the generator. */
export function recordPrismaTemplates(): void {
  for (const { path, text } of input().templates) {
    if (!/^prisma\/[^/]+\.prisma$/.test(path)) continue;
    if (text === undefined) {
      warn(`templates/${path} is not text and was left out`);
      continue;
    }
    const rendered = renderTemplate({ path, text }, templateVariables());
    const blocks = foreignBlocks(rendered);
    for (const block of blocks) warn(`templates/${path}: "${block.name}" belongs to the project and was left out`);
    const schema = without(rendered, blocks);
    if (schema.trim() !== '') record({ kind, schema, source: `templates/${path}` });
  }
}

function without(schema: string, blocks: readonly ForeignBlock[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of blocks) {
    kept += schema.slice(at, start);
    at = end;
  }
  return kept + schema.slice(at);
}

/** Matches comments and strings, so that their braces and words are skipped. */
const lexeme = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|[{}]|[A-Za-z_]\w*/g;

/** Finds the `datasource` and `generator` blocks of a schema, including the rest of their last line. */
function foreignBlocks(schema: string): ForeignBlock[] {
  const blocks: ForeignBlock[] = [];
  let depth = 0;
  let words: RegExpExecArray[] = [];
  let block: { name: string; start: number } | undefined;
  for (const found of schema.matchAll(lexeme)) {
    const [text] = found;
    if (text === '{') {
      depth += 1;
      const [keyword] = words.slice(-2);
      if (depth === 1 && keyword !== undefined && /^(?:datasource|generator)$/.test(keyword[0])) {
        block = { name: words.slice(-2).map(String).join(' '), start: keyword.index };
      }
    } else if (text === '}') {
      depth = Math.max(0, depth - 1);
      words = [];
      if (depth === 0 && block !== undefined) {
        const lineEnd = /[ \t]*(?:\r?\n)?/y;
        lineEnd.lastIndex = found.index + 1;
        lineEnd.exec(schema);
        blocks.push({ ...block, end: Math.max(lineEnd.lastIndex, found.index + 1) });
        block = undefined;
      }
    } else if (/^\w/.test(text) && depth === 0) {
      words.push(found);
    }
  }
  if (block !== undefined) blocks.push({ ...block, end: schema.length });
  return blocks;
}
