import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository, run } from '../support/cli.ts';
import { done } from '../support/shop.ts';

// The site is built in a copy: its packages are not in the packages of the repository.
let copy: string;
beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-site-')));
  const { stdout } = done(
    await run(['git', 'ls-files', '*.md', 'docs', 'site', ':!plugins/*/templates', ':!test'], { cwd: repository }),
  );
  for (const file of stdout.split('\n').filter(Boolean)) cpSync(join(repository, file), join(copy, file));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  done(await run(['npm', 'ci', ...options], { cwd: join(copy, 'site') }));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the site has each page of docs, in the menu and in the offline search', async () => {
  // The build fails if a link leads to a missing page.
  done(await run(['npm', 'run', '--silent', 'build'], { cwd: join(copy, 'site') }));
  const dist = join(copy, 'site/.vitepress/dist');
  const pages = readdirSync(join(repository, 'docs')).filter((name) => name.endsWith('.md'));
  const menu = readFileSync(join(dist, 'docs/TOUR.html'), 'utf8');
  const chunks = readdirSync(join(dist, 'assets/chunks'));
  const index = chunks.find((name) => name.startsWith('@localSearchIndex'))!;
  const search = readFileSync(join(dist, 'assets/chunks', index), 'utf8');
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages.map((name) => name.replace('.md', ''))) {
    expect(readFileSync(join(dist, `docs/${page}.html`), 'utf8')).toContain('<h1');
    expect(menu).toContain(`href="/docs/${page}.html"`);
    expect(search).toContain(`/docs/${page}.html`);
  }
  // Each code is a section of its own, which the search leads to.
  expect(search).toContain('/docs/ERRORS.html#render_port_clash');
});
