/** Links between the pages of the documentation lead to files and headings that exist. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { anchorOf } from '../support/reference/markdown.ts';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'],
  ...readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Returns the text of a page without its code blocks. */
function textOf(page: string): string {
  return readFileSync(join(repository, page), 'utf8').replaceAll(/^```.*?^```$/gmsu, '');
}

function anchorsOf(page: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = Array.from(textOf(page).matchAll(/^#{1,6} (.+)$/gmu), ([, heading = '']) => {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

/** Returns the links of a page to files that do not exist, and to headings that do not exist. */
function brokenLinks(page: string): readonly string[] {
  const links = Array.from(textOf(page).matchAll(/\]\(([^)\s]+)\)/gu), ([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/u.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : relative(repository, join(repository, dirname(page), path));
    if (!existsSync(join(repository, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
}

test.each(pages)('%s', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test('the pages have links to headings', () => {
  expect(pages.flatMap((page) => [...textOf(page).matchAll(/\]\([^)]*#/gu)]).length).toBeGreaterThan(100);
});
