/** The schema text of plugins in a project: unchanged except for merged blocks. */
import type { Draft } from './merge.ts';
import type { BodyRow, PluginDefinition, PluginText } from './plugin-schema.ts';
import { type Row, attributeRows, blockText, memberCells } from './prisma-text.ts';
import { type Member, canonicalAttribute, canonicalMember, printBlockAttributes } from './schema/definition.ts';

/**
 * Returns the text with updated blocks. Removes blocks that are merged into another definition; `undefined` if no block
 * is left.
 */
export function mergedText({ text, definitions }: PluginText, drafts: ReadonlyMap<string, Draft>): string | undefined {
  const homes = definitions.map((definition) => {
    const draft = drafts.get(definition.name);
    return draft?.home === definition ? draft : undefined;
  });
  if (definitions.length > 0 && homes.every((home) => home === undefined)) return undefined;
  let [merged, at] = ['', 0];
  for (const [index, definition] of definitions.entries()) {
    const home = homes[index];
    const before = text.slice(at, definition.start);
    at = definition.end;
    if (home === undefined) merged += withoutDocumentation(before);
    else if (isUntouched(home, definition)) merged += before + text.slice(definition.start, at);
    else merged += before + drawn(home, definition).trimEnd();
  }
  return `${(merged + text.slice(at)).replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}

function isUntouched(draft: Draft, definition: PluginDefinition): boolean {
  return (
    !definition.isAdapted &&
    draft.attributes.length === definition.attributes.length &&
    draft.members.length === definition.members.length &&
    draft.members.every((member, index) => isSame(member, definition.members[index]))
  );
}

function isSame(member: Member, other: Member | undefined): boolean {
  return other !== undefined && canonicalMember(member) === canonicalMember(other);
}

/** Comments directly above a block belong to the block. */
function withoutDocumentation(text: string): string {
  const lines = text.split('\n').slice(0, -1);
  while (lines.at(-1)?.trim().startsWith('//') === true) lines.pop();
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the block with its comments. New members and attributes are appended. */
function drawn(draft: Draft, { rows }: PluginDefinition): string {
  const inner: Row[] = [];
  const tail: Row[] = [];
  const written = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const isAttribute = row.kind === 'line' ? row.line.kind === 'attribute' : leadsToAttribute(rows, index);
    const part = isAttribute ? tail : inner;
    const line = row.kind === 'line' ? row.line : undefined;
    if (line !== undefined && line.kind !== 'attribute') written.add(line.name);
    part.push(rowOf(row, draft));
  }
  const added = draft.members
    .filter(({ name }) => !written.has(name))
    .map((member) => ({ cells: memberCells(member) }));
  const kept = new Set(
    rows.flatMap((row) =>
      row.kind === 'line' && row.line.kind === 'attribute' ? [canonicalAttribute(row.line.attribute)] : [],
    ),
  );
  const attributes = attributeRows(draft.attributes.filter((one) => !kept.has(canonicalAttribute(one))));
  const last =
    tail.length === 0 ? attributes : [...withBlank(tidy(tail)), ...attributes.filter((row) => row !== 'blank')];
  return blockText(`${draft.keyword} ${draft.name}`, [...tidy(inner), ...added, ...last]);
}

function rowOf(row: BodyRow, draft: Draft): Row {
  if (row.kind === 'blank') return 'blank';
  if (row.kind === 'comment') return { text: row.text };
  const { line, comment } = row;
  if (line.kind === 'attribute') {
    const [text = ''] = printBlockAttributes([line.attribute]);
    return { text: comment === undefined ? text : `${text} ${comment}` };
  }
  const member = draft.members.find(({ name }) => name === line.name);
  return { cells: member === undefined ? [] : memberCells(member), ...(comment === undefined ? {} : { comment }) };
}

/** Returns whether the next definition line after a comment or empty line is a block attribute. */
function leadsToAttribute(rows: readonly BodyRow[], at: number): boolean {
  const next = rows.slice(at).find((row) => row.kind === 'line');
  return next?.line.kind === 'attribute';
}

function withBlank(rows: readonly Row[]): readonly Row[] {
  return ['blank', ...rows];
}

/** Removes leading, trailing and repeated empty lines. */
function tidy(rows: readonly Row[]): readonly Row[] {
  const single = rows.filter((row, index) => row !== 'blank' || (index > 0 && rows[index - 1] !== 'blank'));
  return single.at(-1) === 'blank' ? single.slice(0, -1) : single;
}
