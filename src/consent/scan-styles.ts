import { parse, type AtRule, type Declaration } from 'postcss';
import { styleFile } from '../plugin/style-sheets.ts';
import { analysisOf } from './code-files.ts';
import { hostSigns } from './code-patterns.ts';
import { textOf, type FileContents } from './contents.ts';
import type { Finding } from './findings.ts';
import type { References } from './references.ts';

/**
 * Scans style sheets for resources of other hosts, and for files that do not belong to the plugin. Import this module
 * only if a style sheet is present, because it loads a parser.
 */
export function scanStyles(contents: FileContents): readonly Finding[] {
  const { references } = analysisOf(contents);
  return [...contents].flatMap(([file, content]) => {
    if (!styleFile.test(file)) return [];
    const text = textOf(content);
    return text === undefined ? [unread(file)] : findingsIn(text, { file, references });
  });
}

const unread = (file: string): Finding => ({ kind: 'unread', what: 'not understood', file, line: 1 });

interface StyleSheet {
  readonly file: string;
  readonly references: References;
}

function findingsIn(text: string, sheet: StyleSheet): readonly Finding[] {
  try {
    const findings: Finding[] = [];
    parse(text).walk((node) => {
      if (node.type === 'atrule') findings.push(...addressFindings(node, node.params, sheet));
      else if (node.type === 'decl') findings.push(...addressFindings(node, node.value, sheet));
    });
    return findings;
  } catch {
    return [unread(sheet.file)];
  }
}

const address = /url\(\s*["']?([^"')]*)|["']([^"']*)["']/giu;

/** Reports foreign hosts and foreign files, e.g. `url(../../.env)`, which a build copies to the website. */
function addressFindings(node: AtRule | Declaration, given: string, sheet: StyleSheet): readonly Finding[] {
  const value = unescaped(given);
  const line = node.source?.start?.line ?? 1;
  const isLoaded = node.type === 'decl' || /^(?:import|font-face|namespace|reference)$/iu.test(node.name);
  return [...value.matchAll(address)].flatMap(([match, inUrl, quoted]): readonly Finding[] => {
    const target = (inUrl ?? quoted ?? '').trim();
    const isUrl = match.toLowerCase().startsWith('url(') || isImport(node);
    const hosts = hostSigns(target);
    if (hosts.length > 0 || !isLoaded || !isUrl) return hosts.map((sign) => ({ ...sign, file: sheet.file, line }));
    const isForeign = /^\.{1,2}\//u.test(target) && sheet.references.resolve(target, sheet.file).length === 0;
    return isForeign ? [{ kind: 'nonModules', what: target, file: sheet.file, line }] : [];
  });
}

const isImport = (node: AtRule | Declaration): boolean =>
  node.type === 'atrule' && node.name.toLowerCase() === 'import';

/** Resolves the escapes of CSS. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(?:([\da-f]{1,6})\s?|([^\n]))/giu, (escape) => {
    const [, digits] = /^\\([\da-f]{1,6})/iu.exec(escape) ?? [];
    return digits === undefined
      ? escape.slice(1)
      : String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10_ff_ff));
  });
}
