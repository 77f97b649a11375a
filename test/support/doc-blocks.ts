/** The code blocks of the documentation. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './cli.ts';

export interface Block {
  /** Path of the page, from the repository's root. */
  readonly page: string;
  /** Line of the page. */
  readonly line: number;
  readonly language: string;
  /** The text after the language, such as the path of a file. */
  readonly info: string;
  readonly code: string;
}

/** The pages of the documentation. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** All code blocks, in the order of the pages. */
export const docBlocks: readonly Block[] = documents.flatMap((page) => {
  const text = readFileSync(join(repository, page), 'utf8');
  return Array.from(text.matchAll(/^```(\w*) ?(.*)\n((?:.*\n)*?)```$/gmu), (match) => {
    const [, language = '', info = '', code = ''] = match;
    return { page, line: text.slice(0, match.index).split('\n').length, language, info, code };
  });
});

/** Returns the place of a block, for messages. */
export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}

/** Returns the path that the first line of a block names, such as `// server/hooks/order.ts`. */
export function fileOf({ code }: Block): string | undefined {
  return /^\/\/ ([\w./[\]-]+\.tsx?)\b/u.exec(code)?.[1];
}
