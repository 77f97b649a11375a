/**
 * Controls: each control reports whether a payload works without a guard. Controls are not part of the published
 * package. They do not disable guards: they run the payload without them.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { runInNewContext } from 'node:vm';
import nunjucks from 'nunjucks';
import picomatch from 'picomatch';
import { parseSync } from 'oxc-parser';
import { parse } from 'postcss';
import { minVersion, satisfies, validRange } from 'semver';
import type { Operation } from '../../sandbox/index.ts';
import { validatePrismaSchema } from '../../src/data-layer/validate.ts';
import { GenlockError } from '../../src/errors/error.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import { contributedFiles } from '../../src/render/contributed-files.ts';
import { render, type RenderInput } from '../../src/render/render.ts';
import { sandboxed, shopProject, type Run } from './sandboxed.ts';
import type { Case } from './cases.ts';
import { isReadByTailwind, isRunByTailwind } from './tool-controls.ts';
import { inPlainNode, shortPatienceMs } from './plain-node.ts';

/** A case in its folder, with the outcome of the guarded run. */
export interface Material extends Case {
  /** The plugin's folder. */
  readonly plugin: string;
  /** The folder around it: a place to be broken into. */
  readonly outer: string;
  readonly run: Run;
}

export type Control = (material: Material) => boolean | Promise<boolean>;

/** Characters that act on a terminal, or deceive who reads it. */
export const acting =
  // oxlint-disable-next-line no-control-regex -- naming control characters is the point
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

export const controls: Readonly<Record<string, Control>> = {
  /** The console output differs in plain Node: the plugin finds the searched feature. */
  'plain node, looking': async ({ plugin, run }) => {
    const { isDone, log, thrown } = await inPlainNode(plugin);
    return isDone && thrown === undefined && log.join('\n') !== run.log.join('\n');
  },
  /** Plain Node accepts every call and import, and the plugin succeeds. */
  'plain node, taking': async ({ plugin, outer }) => {
    writeFileSync(join(outer, 'outside.js'), 'export default 1;');
    const { isDone, thrown } = await inPlainNode(plugin);
    return isDone && thrown === undefined;
  },
  /** The plugin writes a file next to its folder. */
  'plain node, writing': async ({ plugin, outer }) => {
    await inPlainNode(plugin);
    return existsSync(join(outer, 'escaped'));
  },
  /** The plugin ends its host. */
  'plain node, ending': async ({ plugin }) => {
    const { isDone, output } = await inPlainNode(plugin);
    return !isDone && output === '';
  },
  /** The result differs from the registered operations, or pollutes every object of the host. */
  'plain node, forging': async ({ plugin }) => {
    const { line, isPolluted } = await inPlainNode(plugin);
    return line.includes('pwned') || isPolluted;
  },
  /** The plugin does not end, or crashes its process. */
  'plain node, exhausting': async ({ plugin }) => !(await inPlainNode(plugin, shortPatienceMs)).isDone,
  /** The output is too large to read, or the plugin does not end. */
  'plain node, flooding': async ({ plugin }) => {
    const { isDone, output } = await inPlainNode(plugin, shortPatienceMs);
    return !isDone || output.length > 1_000_000;
  },
  /** The plugin throws an error that contains paths of this machine, is not an Error, or is too long to show. */
  'plain node, throwing': async ({ plugin, outer }) => {
    const { isDone, thrown } = await inPlainNode(plugin, shortPatienceMs);
    return (
      !isDone || (thrown !== undefined && (thrown.includes(outer) || !/Error/u.test(thrown) || thrown.length > 2e4))
    );
  },
  /** The output reaches the terminal unescaped. */
  'plain node, showing': async ({ plugin }) => {
    const { thrown, log } = await inPlainNode(plugin);
    return acting.test([thrown, ...log].join(''));
  },

  /** Plain Node accepts every call with any argument. */
  'plain node, accepting': async ({ plugin }) => (await inPlainNode(plugin)).operations > 0,
  /** The plugin ends without reporting that it did not finish. */
  'plain node, unsettled': async ({ plugin }) => {
    const { isDone, output } = await inPlainNode(plugin);
    return !isDone && output === '';
  },
  /** The console shares the output of the process, so its lines are mixed with the responses. */
  'plain node, echoing': async ({ plugin, run }) => {
    const { log } = await inPlainNode(plugin);
    return (
      log.join() === run.log.join() && log.some((line) => 'ready' in (JSON.parse(line.split('\n')[0] ?? '') as object))
    );
  },

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
  /** The plugin's files, copied as they lie, are in the project. */
  'plain copy': ({ plugin, outer }) => {
    const root = join(outer, 'copied');
    cpSync(join(plugin, 'templates'), root, { recursive: true });
    return readdirSync(root, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
  },
  /** The project's `package.json`, merged with the plugin's file, runs or installs the named entry. */
  'package scripts': ({ plugin }) => {
    const file = ['package.json', 'manifest.json'].map((name) => join(plugin, name)).find((path) => existsSync(path));
    const given = JSON.parse(readFileSync(file ?? '', 'utf8')) as object;
    return JSON.stringify({ name: 'shop', scripts: { start: 'node .' }, ...given }).includes('pwned');
  },
  /** A JSON parser accepts the `package.json`. */
  'package json': ({ plugin }) => 'name' in (JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8')) as object),
  /** The unescaped payload controls a terminal. */
  'raw payload': ({ payload }) => acting.test(String(payload)),
  /** The unescaped file of the plugin controls a terminal. */
  'raw source': ({ plugin }) => acting.test(readFileSync(join(plugin, 'generator.js'), 'utf8')),

  /** The written file is outside the project, has a meaning for other programs, or is incomplete. */
  'plain write': ({ payload, outer }) => pathsIn(payload).some((path) => landsBadly(path, outer)),
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
    const { createServer } = await import('vite');
    const { file = '', request = '' } = shadows ?? {};
    const write = (folder: string, path: string): void => {
      mkdirSync(dirname(join(outer, folder, path)), { recursive: true });
      writeFileSync(join(outer, folder, path), '');
    };
    write('before', file);
    write('after', file);
    write('after', String(payload));
    const server = { middlewareMode: true, watch: null };
    const optimizeDeps = { noDiscovery: true };
    const vite = await createServer({ root: outer, configFile: false, logLevel: 'silent', server, optimizeDeps });
    const loaded = async (folder: string): Promise<string | undefined> =>
      (await vite.pluginContainer.resolveId(`./${request}`, join(outer, folder, 'main.ts')))?.id;
    const [before, after] = [await loaded('before'), await loaded('after')];
    await vite.close();
    return before === join(outer, 'before', file) && after === join(outer, 'after', String(payload));
  },
  /** A reader that follows links reads files outside the package. */
  'plain read': ({ plugin, expected }) =>
    Object.keys(expected.links ?? {}).every((path) => {
      const file = join(plugin, path);
      const found = statSync(file).isDirectory() ? join(file, 'package.json') : file;
      return readFileSync(found).length > 0;
    }),
  /** A reader of JSON takes the manifest. */
  'plain JSON': ({ plugin }) => typeof JSON.parse(readFileSync(join(plugin, 'manifest.json'), 'utf8')) === 'object',
  /** A reader of JSON takes the manifest and prints what acts on a terminal. */
  'plain JSON, shown': ({ plugin }) => {
    const read = JSON.parse(readFileSync(join(plugin, 'manifest.json'), 'utf8')) as object;
    return hasActing(read);
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
  /** A JSON parser accepts the file, and a function that calls itself for each level does not return. */
  'deep package': ({ plugin }) => {
    const depth = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
    const value: unknown = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'));
    try {
      return depth(value) > 32;
    } catch (error) {
      return error instanceof RangeError;
    }
  },
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
  /** The same operations, rendered without having been judged, are in the project. */
  unjudged: async (material) => {
    const tree = render(await unjudgedInput(material));
    const texts = [...tree.values()].map(({ content }) => Buffer.from(content).toString());
    const needles = textsIn(material.payload ?? (await operationsOf(material)));
    return texts.some((text) => needles.some((needle) => text.includes(needle)));
  },
  /** The operations returned by the sandbox still contain the payload. */
  'unjudged operations': async (material) =>
    JSON.stringify(await operationsOf(material)).includes(String(material.payload)),
  /** The same operations, rendered without the judges, write their files. */
  'unjudged paths': async (material) => {
    const written = [...contributedFiles(await unjudgedInput(material))].map(({ path }) => path);
    return written.length > 0 && pathsIn(material.payload).every((path) => written.includes(path));
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

/** Returns the operations of the sandbox. A run through `init` does not return them, so the plugin runs again. */
async function operationsOf({ run, plugin }: Material): Promise<readonly Operation[]> {
  return run.operations.length > 0 ? run.operations : (await sandboxed(plugin)).operations;
}

async function unjudgedInput(material: Material): Promise<RenderInput> {
  const { manifest, files } = loadPlugin({ kind: 'folder', path: material.plugin });
  const operations = await operationsOf(material);
  return { ...shopProject(), contributions: [{ manifest, files, operations, settings: {} }] };
}

/** Every text in a payload that is long enough to be found again. */
function textsIn(payload: unknown): readonly string[] {
  if (typeof payload === 'string') return [payload.trim()];
  return typeof payload === 'object' && payload !== null ? Object.values(payload).flatMap(textsIn) : [];
}

function pathsIn(payload: unknown): readonly string[] {
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return Object.keys(payload);
  return Array.isArray(payload) ? payload.map(String) : [String(payload)];
}

function hasActing(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).some(([key, inner]) => acting.test(key) || hasActing(inner))
    : typeof value === 'string' && acting.test(value);
}

/** Writes a file at the joined path, in a folder below `outer`. Returns whether the path is harmful. */
function landsBadly(path: string, outer: string): boolean {
  const root = mkdtempSync(join(outer, 'project-'));
  if (!isInside(resolve(root, path), { base: root, of: posix })) return true;
  if (!isInside(win32.resolve('C:\\project', path), { base: 'C:\\project', of: win32 })) return true;
  try {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'pwned');
    return readFileSync(file, 'utf8') === 'pwned';
  } catch (error) {
    // Programs can still pass on an impossible file name: one reader truncates it at the NUL byte, or folders are
    // created first.
    return /NULL|null bytes|ENAMETOOLONG|EISDIR/u.test(`${String(error)} ${(error as { code?: string }).code ?? ''}`);
  }
}

function isInside(target: string, { base, of }: { readonly base: string; readonly of: typeof posix }): boolean {
  const path = of.relative(base, target);
  return !path.startsWith('..') && !of.isAbsolute(path) && target !== base;
}
