import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from './cli.ts';

/**
 * Writes the plugins of the documented recipes. Each block of code goes to the file that its first line names.
 *
 * @param folder receives one folder for each plugin
 */
export function writeRecipes(folder: string): void {
  const page = readFileSync(join(repository, 'docs/RECIPES.md'), 'utf8');
  const names = new Set<string>();
  for (const [, path = '', code = ''] of page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
    names.add(path.slice(0, path.indexOf('/')));
  }
  for (const name of names) {
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module' }));
  }
}
