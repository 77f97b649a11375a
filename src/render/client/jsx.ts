import { type Code, group, hardline, ifBreak, indent, join, line, softline } from '../code.ts';

/** `<Name a b />`: on one line if it fits, else an attribute a line. */
export function element(name: string, attributes: readonly Code[]): Code {
  return group([`<${name}`, indent(attributes.map((attribute) => [line, attribute])), line, '/>']);
}

/** An element around others, one a line; self-closing without any. `opening` is its name and attributes. */
export function parent(opening: string, children: readonly Code[]): Code {
  if (children.length === 0) return `<${opening} />`;
  const [name] = opening.split(' ');
  return [`<${opening}>`, indent([hardline, join(hardline, [...children])]), hardline, `</${name}>`];
}

/** `return <Name />;`, in parentheses where it needs several lines. */
export function returned(value: Code): Code {
  return ['return ', group([ifBreak('('), indent([softline, value]), softline, ifBreak(')')]), ';'];
}
