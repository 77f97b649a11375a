import { schemaBlocks, type SchemaBlock } from '../../sandbox/index.ts';
import type { Config } from '../config/config.ts';
import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { throwProblems, type Problem, type Where } from '../errors/error.ts';
import type { Planned } from '../plan/changes.ts';
import { textsAfter } from '../project/planned-texts.ts';

/** A project and its configuration. */
interface Given {
  readonly root: string;
  readonly configuration: { readonly config: Config };
}

/** A model, enum or type in a schema file. */
interface Definition extends SchemaBlock {
  readonly file: string;
  readonly text: string;
}

/**
 * Rejects a plan that writes a model, enum or type that another schema file already defines. Prisma accepts only one
 * definition. The other file usually belongs to the user.
 *
 * @throws GenlockError DATA_MODEL_CLASH, once per name, with the location in the file that the plan does not write
 */
export function requireUniqueNames({ plan, contents }: Pick<Planned, 'plan' | 'contents'>, given: Given): void {
  const written = new Set(plan.changes.filter(({ kind }) => kind !== 'delete').map(({ path }) => path));
  if (![...written].some((path) => path.startsWith(`${schemaFolder}/`))) return;
  const texts = textsAfter(given.root, { plan, contents }, { folder: schemaFolder, ending: '.prisma' });
  const definitions = [...texts].flatMap(([file, text]) =>
    schemaBlocks(text).map((block) => ({ ...block, file, text })),
  );
  const byName = Map.groupBy(definitions.filter(isNamed), ({ name }) => name);
  throwProblems(
    [...byName.values()].flatMap((all): readonly Problem[] => {
      const planned = all.find(({ file }) => written.has(file));
      const other = all.find(({ file }) => !written.has(file));
      return planned === undefined || other === undefined ? [] : [clash(planned, { other, given })];
    }),
  );
}

const isNamed = ({ keyword }: Definition): boolean => ['model', 'enum', 'type', 'view'].includes(keyword);

function clash(planned: Definition, { other, given }: { readonly other: Definition; readonly given: Given }): Problem {
  // The entity can be missing from genlock.json on disk, so the message has no line of the file.
  const isEntity = given.configuration.config.entities.some(({ name }) => name === planned.name);
  const source = isEntity ? `${planned.file} (entity ${planned.name} of genlock.json)` : planned.file;
  const { file } = other;
  const where = { file, line: lineOf(other) };
  return {
    code: 'DATA_MODEL_CLASH',
    message: `${other.keyword} ${planned.name} exists in ${file} and would also be written to ${source}`,
    where,
    hint: `Rename ${planned.name} in ${placeOf(where)}, or rename or remove the other definition.`,
  };
}

/** Returns the first line of a definition, counted from 1. */
function lineOf({ start, text }: Definition): number {
  return text.slice(0, start).split('\n').length;
}

function placeOf({ file, line }: Where): string {
  return line === undefined ? file : `${file}:${line}`;
}
