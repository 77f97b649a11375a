/** Controls that give a payload to the programs and libraries that read it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import nunjucks from 'nunjucks';
import { parseSync } from 'oxc-parser';
import picomatch from 'picomatch';
import { parse } from 'postcss';
import { minVersion, satisfies, validRange } from 'semver';
import { validatePrismaSchema } from '../../src/data-layer/validate.ts';
import { GenlockError } from '../../src/errors/error.ts';
import { loadedFiles } from '../support/vite.ts';
import { pathsIn, type Controls } from './control.ts';
import { isReadByTailwind, isRunByTailwind } from './tailwind.ts';

export const readerControls: Controls = {
  /** The same lists in each other, at a tenth of the size, grow by a thousand. */
  'template, growing': () => {
    const text = '{% for a in r %}{% for a in r %}{% for a in r %}xxxxxxxxxx{% endfor %}{% endfor %}{% endfor %}';
    return nunjucks.renderString(text, { r: Array.from({ length: 100 }, () => 1) }).length === 10_000_000;
  },
  /** A reader that calls itself for every block doesn't come back. */
  'template, nested': ({ plugin }) => {
    const text = readFileSync(join(plugin, 'templates/a.txt'), 'utf8');
    const nested = text.replaceAll('{{#if yes}}', '{% if yes %}').replaceAll('{{/if}}', '{% endif %}');
    try {
      nunjucks.renderString(nested, { yes: true });
      return false;
    } catch (error) {
      return /call stack/iu.test(String(error));
    }
  },
  /** A template engine that is given a value again as text does something with it. */
  'nunjucks, twice': ({ payload }) => {
    try {
      return nunjucks.renderString(String(payload), { name: 'reports', settings: {} }) !== String(payload);
    } catch {
      return true;
    }
  },
  /** Reading the value doesn't come back. */
  'plain getter': () => {
    const value = {
      get y(): never {
        for (;;);
      },
    };
    try {
      runInNewContext('value.y', { value }, { timeout: 200 });
      return false;
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    }
  },
  /** Pasted into a literal, a comment or an element, the text is no longer one. */
  'pasted into code': ({ payload }) => {
    const text = String(payload);
    const sources = [
      `const a = '${text}';`,
      `const a = "${text}";`,
      `const a = \`${text}\`;`,
      `/* ${text} */`,
      `const a = <p>${text}</p>;`,
    ];
    const same = (source: string): boolean => {
      const { program, errors } = parseSync('a.tsx', source);
      return (
        errors.length === 0 && JSON.stringify(program.body).includes(JSON.stringify(text)) && program.body.length === 1
      );
    };
    return !sources.every(same);
  },
  /** Git runs a program that the written files name. */
  'git status': ({ payload, outer }) => {
    const root = mkdtempSync(join(outer, 'project-'));
    execFileSync('git', ['init', '--quiet', root]);
    const texts = new Map([
      ['HEAD', 'ref: refs/heads/main\n'],
      ['config', '[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = "touch ran; false"\n'],
    ]);
    const paths = pathsIn(payload);
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), texts.get(path.split('/').at(-1) ?? '') ?? '');
    }
    const folder = dirname(join(root, paths.find((path) => path.endsWith('/HEAD')) ?? ''));
    execFileSync('git', ['status'], { cwd: folder, stdio: 'ignore' });
    return existsSync(join(folder, '../ran'));
  },
  /** A shell that sources a file with the value as a JSON string runs the value. */
  shell: ({ payload, outer }) => {
    writeFileSync(join(outer, 'sourced'), `X=${JSON.stringify(payload)}\n`);
    execFileSync('sh', ['-c', '. ./sourced'], { cwd: outer, stdio: 'ignore' });
    return existsSync(join(outer, 'ran'));
  },
  /** Vite loads the written file for an import that meant another file before. */
  'vite, other module': async ({ payload, expected: { shadows }, outer }) => {
    const { file: own = '', request = '' } = shadows ?? {};
    const foreign = String(payload);
    const [before, after] = await loadedFiles(outer, { request, own, foreign });
    return before === own && after === foreign;
  },
  /**
   * A package manager installs a package other than a bounded version of the registry, or must parse an expensive
   * range.
   */
  'package manager': ({ payload }) => {
    const range = String(payload);
    const isOtherSource = validRange(range) === null && range !== '';
    return isOtherSource || satisfies('999999.0.0', range) || range.length > 200 || minVersion(range) === null;
  },
  /** JavaScript's own expression does not end on the default. */
  'native expression': ({ payload }) => {
    const { pattern, default: text } = payload as { readonly pattern: string; readonly default: string };
    return isEndless('expression.test(text)', { expression: new RegExp(`^(?:${pattern})$`, 'u'), text });
  },
  /** The matcher without a deadline does not end on the path of the template. */
  picomatch: ({ payload, plugin }) => {
    const [path = ''] = readdirSync(join(plugin, 'templates/files'));
    return isEndless('matches(path)', { matches: picomatch(String(payload)), path });
  },
  /** The parser of ranges accepts the text of any length. */
  'long range': ({ payload }) => String(payload).length > 200 && validRange(String(payload)) !== null,
  /** Prisma reports a problem of each line or attribute. */
  'prisma, many problems': async ({ payload }) => {
    const { before, part, count } = payload as {
      readonly before: string;
      readonly part: string;
      readonly count: number;
    };
    const base = 'datasource db {\n  provider = "sqlite"\n}\n';
    const schema = `${base}model Stock {\n  id Int @id\n${before}${part.repeat(count)}\n}\n`;
    return validatePrismaSchema(new Map([['prisma/schema/stock.prisma', schema]])).then(
      () => false,
      (error: unknown) => error instanceof GenlockError && error.problems.length >= count - 1,
    );
  },
  /** nunjucks renders the author's text to a different text. */
  nunjucks: ({ payload }) => {
    const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader('/'), { autoescape: false });
    const text = String(payload);
    return environment.renderString(text, { name: 'reports', settings: {}, x: '{{ 7 * 7 }}' }) !== text;
  },
  /** Prisma accepts the schema next to the project's schema. */
  prisma: async ({ payload }) => {
    const base: [string, string] = ['prisma/schema/base.prisma', 'datasource db {\n  provider = "sqlite"\n}\n'];
    await validatePrismaSchema(new Map([base, ['prisma/schema/stock.prisma', String(payload)]]));
    return true;
  },
  /** A style sheet with the value has another rule or declaration, loads a resource, or is invalid. */
  'style sheet': ({ payload }) => {
    try {
      const sheet = parse(`:root {\n  --a: ${String(payload)};\n}\n`);
      const [rule] = sheet.nodes;
      const declarations = rule?.type === 'rule' ? rule.nodes : [];
      const [first] = declarations;
      const value = first?.type === 'decl' ? first.value : '';
      return sheet.nodes.length !== 1 || declarations.length !== 1 || /[a-z-]+\(|[\\<>{}@;!"']/iu.test(value);
    } catch {
      return true;
    }
  },
  /** A browser on the administrator's page follows the link to another origin, or runs it. */
  browser: ({ payload }) => {
    const page = 'https://shop.example/admin/';
    try {
      return new URL(String(payload), page).origin !== 'https://shop.example' || !String(payload).startsWith('/');
    } catch {
      return true;
    }
  },
  tailwind: isRunByTailwind,
  'tailwind source': isReadByTailwind,
};

/** Returns whether a script runs longer than a second. */
function isEndless(script: string, values: object): boolean {
  try {
    runInNewContext(script, { ...values }, { timeout: 1000 });
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  }
}
