import { type Code, group, hardline, ifBreak, indent, join, line, softline } from '../code.ts';

/** Prints `<Name a b />` on one line, or with one attribute per line if too long. */
export function element(name: string, attributes: readonly Code[]): Code {
  return group([`<${name}`, indent(attributes.map((attribute) => [line, attribute])), line, '/>']);
}

interface ParentParts {
  readonly attributes: readonly Code[];
  readonly children: readonly Code[];
}

/** Prints an element that appears only under a condition. */
export function shownIf(condition: string, value: Code): Code {
  return group([`{${condition} && `, ifBreak('('), indent([softline, value]), softline, ifBreak(')'), '}']);
}

/** Prints an element with children, one per line; self-closing without children. */
export function parent(name: string, { attributes, children }: ParentParts): Code {
  if (children.length === 0) return element(name, attributes);
  const opening = group([`<${name}`, indent(attributes.map((attribute) => [line, attribute])), softline, '>']);
  return [opening, indent([hardline, join(hardline, [...children])]), hardline, `</${name}>`];
}

/** Prints an attribute with any string of one line. Uses the quotes that need fewer escapes, as the formatter does. */
export function textAttribute(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;');
  const [singles, doubles] = ["'", '"'].map((quotes) => escaped.split(quotes).length - 1);
  return (doubles ?? 0) > (singles ?? 0)
    ? `${name}='${escaped.replaceAll("'", '&apos;')}'`
    : `${name}="${escaped.replaceAll('"', '&quot;')}"`;
}

/** Prints `return <Name />;`, with parentheses if it needs several lines. */
export function returned(value: Code): Code {
  return ['return ', group([ifBreak('('), indent([softline, value]), softline, ifBreak(')')]), ';'];
}
