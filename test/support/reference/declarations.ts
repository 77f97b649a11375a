/** The public declarations of the SDK with their doc comments, from the source text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { repository } from '../cli.ts';

type Statement = ReturnType<typeof parse>['program']['body'][number];
type ExportedDeclaration = NonNullable<Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration']>;
type Interface = Extract<ExportedDeclaration, { type: 'TSInterfaceDeclaration' }>;
type Member = Interface['body']['body'][number];

/** A doc comment. */
export interface Doc {
  readonly text: string;
  /** The code of `@example`, without its fence. */
  readonly example: string;
}

export interface Property extends Doc {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
}

/** An interface or a type alias. */
export interface Declaration extends Doc {
  readonly name: string;
  /** The members of an interface; empty for a type alias. */
  readonly properties: readonly Property[];
  /** The source text of a type alias; empty for an interface. */
  readonly type: string;
}

/** A call of the SDK with its parameters as source text. */
export interface Call extends Doc {
  readonly name: string;
  readonly parameters: string;
}

/** Returns the declarations of a source file by name, and the words of its constant arrays. */
export function declarationsOf(file: string): readonly Declaration[] {
  const source = sourceOf(file);
  return source.statements.flatMap((statement): readonly Declaration[] => {
    const node = exported(statement);
    const doc = docOf(statement);
    if (node.type === 'TSInterfaceDeclaration') {
      const { name } = node.id;
      const properties = node.body.body.flatMap((member) => propertyOf(member, source.text));
      return [{ name, ...doc, properties, type: '' }];
    }
    if (node.type !== 'TSTypeAliasDeclaration') return [];
    return [{ name: node.id.name, ...doc, properties: [], type: textOf(node.typeAnnotation, source.text) }];
  });
}

/** Returns the words of the exported constant arrays of a source file. */
export function wordsOf(file: string): ReadonlyMap<string, readonly string[]> {
  const constants = sourceOf(file).text.matchAll(/^export const (\w+) = \[(.+?)\] as const;$/gmsu);
  return new Map(
    Array.from(constants, ([, name = '', list = '']) => [
      name,
      Array.from(list.matchAll(/'([^']+)'/gu), ([, word = '']) => word),
    ]),
  );
}

/** Returns the calls of `genlock/sdk` in the order of the module. */
export function sdkCalls(): readonly Call[] {
  const { text, statements } = sourceOf('sandbox/protocol/sdk.ts');
  const sdk = statements.map(exported).find((node) => node.type === 'TSInterfaceDeclaration' && node.id.name === 'Sdk');
  const members = sdk?.type === 'TSInterfaceDeclaration' ? sdk.body.body : [];
  const parameters = new Map(
    members.flatMap((member) => {
      if (member.type !== 'TSMethodSignature' || member.key.type !== 'Identifier') return [];
      const given = member.parameters.map((parameter) => textOf(parameter, text));
      return [[member.key.name, given.join(', ')] as const];
    }),
  );
  return sourceOf('src/sdk.ts').statements.flatMap((statement) => {
    const node = exported(statement);
    const id = node.type === 'VariableDeclaration' ? node.declarations[0]?.id : undefined;
    if (id?.type !== 'Identifier') return [];
    return [{ name: id.name, ...docOf(statement), parameters: parameters.get(id.name) ?? '' }];
  });
}

interface Source {
  readonly text: string;
  readonly statements: readonly Statement[];
}

function sourceOf(file: string): Source {
  const text = readFileSync(join(repository, file), 'utf8');
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  return { text, statements: program.body };
}

function exported(statement: Statement): Statement | ExportedDeclaration {
  return statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
}

function propertyOf(member: Member, text: string): readonly Property[] {
  if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return [];
  const type = textOf(member.typeAnnotation?.typeAnnotation, text);
  return [{ name: member.key.name, isOptional: member.optional === true, type, ...docOf(member) }];
}

/** Returns the source text of a type in one line, without `readonly`. */
function textOf(node: Pick<Statement, 'start' | 'end'> | undefined, text: string): string {
  const source = text.slice(node?.start ?? 0, node?.end ?? 0);
  return source
    .replaceAll(/\breadonly /gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/Readonly<(Record<.+?>)>/gu, '$1');
}

function docOf({ leadingComments }: Pick<Statement, 'leadingComments'>): Doc {
  const comment = leadingComments?.findLast(({ value }) => value.startsWith('*'))?.value ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/u, ''));
  const [text = '', example = ''] = lines.join('\n').split('@example');
  const code = /```js\n(.*?)```/su.exec(example)?.[1] ?? '';
  return { text: text.replaceAll(/\s+/gu, ' ').trim(), example: code.replaceAll(String.raw`*\/`, '*/').trim() };
}
