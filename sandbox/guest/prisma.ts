/** Collects models in Prisma's schema language from `registerPrismaSchema` and `templates/prisma/*.prisma`. */
import type { RegisterPrismaSchema } from '../protocol/operations.ts';
import { schemaBlocks } from '../protocol/schema-blocks.ts';
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

/** Finds the `datasource` and `generator` blocks of a schema, including the rest of their last line. */
function foreignBlocks(schema: string): ForeignBlock[] {
  return schemaBlocks(schema)
    .filter(({ keyword }) => keyword === 'datasource' || keyword === 'generator')
    .map(({ keyword, name, start, end }) => {
      const lineEnd = /[ \t]*(?:\r?\n)?/y;
      lineEnd.lastIndex = end;
      lineEnd.exec(schema);
      return { name: `${keyword} ${name}`.trimEnd(), start, end: lineEnd.lastIndex };
    });
}
