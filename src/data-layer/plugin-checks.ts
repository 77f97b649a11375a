import type { DatabaseKind } from '../config/config.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { Problem } from '../errors/error.ts';
import { type Draft, type OwnedMember, isEntity } from './merge.ts';
import type { Definition } from './schema/definition.ts';

const scalars: ReadonlySet<string> = new Set([
  ...['String', 'Int', 'BigInt', 'Float', 'Decimal', 'Boolean', 'DateTime', 'Json', 'Bytes'],
  'Unsupported',
]);

/**
 * Returns the parts of plugins' models that are invalid or unsupported by the database kind, with plugin, model and
 * field.
 */
export function pluginProblems(drafts: ReadonlyMap<string, Draft>, database: DatabaseKind): readonly Problem[] {
  return [...drafts.values()].flatMap((draft) => {
    const blocks = draft.keyword === 'type' && database !== 'document' ? [composite(draft, database)] : [];
    if (draft.keyword === 'enum') return blocks;
    const foreign = isEntity(draft) ? draft.members.filter(({ owner }) => owner !== draft.home.owner) : draft.members;
    return [...blocks, ...foreign.flatMap((member) => memberProblems(member, { draft, drafts, database }))];
  });
}

interface MemberContext {
  readonly draft: Draft;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly database: DatabaseKind;
}

function memberProblems(member: OwnedMember, { draft, drafts, database }: MemberContext): readonly Problem[] {
  const problem = (code: ErrorCode, what: string): Problem => ({
    code,
    message: `${draft.name}.${member.name} of ${member.owner} ${what}`,
  });
  const { type, mark } = member;
  const isScalar = scalars.has(type) || type.endsWith('()');
  if (!isScalar && !drafts.has(type))
    return [problem('DATA_TARGET_UNKNOWN', `has the type ${type}, which is not defined`)];
  if (database === 'document' && type === 'Decimal') {
    return [problem('DATA_TYPE_UNSUPPORTED', 'is a Decimal, which the document kind does not support')];
  }
  const isColumn = isScalar || drafts.get(type)?.keyword === 'enum';
  if (database === 'file' && mark === '[]' && isColumn) {
    return [problem('DATA_TYPE_UNSUPPORTED', `is a list of ${type}, which the file kind does not support`)];
  }
  return [];
}

function composite(
  { name, home }: { readonly name: string; readonly home: Definition },
  database: DatabaseKind,
): Problem {
  const message = `type ${name} of ${home.owner} is a composite type, which the ${database} kind does not support`;
  return { code: 'DATA_TYPE_UNSUPPORTED', message };
}
