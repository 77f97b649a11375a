import { findNodeAtLocation, parse, parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { openOperations } from './access.ts';
import type { DatabaseKind } from './config.ts';
import { textOf } from './partial-entity.ts';
import type { WrittenConfig } from './schema.ts';
import type { PackageManager } from '../core/package-managers.ts';

/** A default access, as written. */
type WrittenAccess = string | Readonly<Record<string, unknown>>;

/** The changes that a command writes to a configuration. Absent values are unchanged. */
export interface ConfigEdits {
  /** The value of `$schema` if the file has none. */
  readonly schemaRef?: string;
  readonly name?: string;
  readonly database?: DatabaseKind;
  readonly packageManager?: PackageManager;
  /** The default access: a rule, or an object with rules. */
  readonly access?: WrittenAccess;
  /** The roles besides `USER` and `ADMIN`. */
  readonly roles?: readonly string[];
  /** Plugins to enable. Existing plugins keep their settings. */
  readonly plugins?: readonly string[];
  /** Versions or ranges of plugins in the file; `undefined` removes the key. */
  readonly versions?: ReadonlyMap<string, string | undefined>;
  /** Adds an empty `plugins` if missing, so that removing a plugin exactly undoes adding it. */
  readonly hasPlugins?: boolean;
  /** Plugins to remove, with their settings. */
  readonly without?: readonly string[];
}

/**
 * A configuration with some keys changed and every other character as its author wrote it: spacing, line endings,
 * byte order mark. A new key is laid out as its neighbours are.
 *
 * @param source a valid configuration
 */
export function editConfig(source: string, changes: ConfigEdits): string {
  const {
    schemaRef,
    name,
    database,
    packageManager,
    access,
    roles,
    plugins = [],
    without = [],
    hasPlugins = false,
  } = changes;
  const versions = [...(changes.versions ?? [])];
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(mark.length);
  const written: Readonly<Partial<Record<keyof WrittenConfig, unknown>>> = parse(text);
  const edits: readonly Edit[] = [
    ...(database === undefined || database === written.database ? [] : [{ path: ['database'], value: database }]),
    ...(packageManager === undefined || packageManager === (written.packageManager ?? 'npm')
      ? []
      : [{ path: ['packageManager'], value: packageManager, first: true }]),
    ...(roles === undefined ? [] : [{ path: ['roles'], value: roles, first: true }]),
    ...(access === undefined
      ? []
      : [{ path: ['access'], value: completedAccess(written.access, access), first: true }]),
    ...(name === undefined || name === written.name ? [] : [{ path: ['name'], value: name, first: true }]),
    ...(schemaRef === undefined || written.$schema !== undefined
      ? []
      : [{ path: ['$schema'], value: schemaRef, first: true }]),
    ...(hasPlugins && written.plugins === undefined ? [{ path: ['plugins'], value: {} }] : []),
  ];
  const enabled = plugins.reduce(withPlugin, without.reduce(withoutPlugin, edits.reduce(withValue, text)));
  return mark + versions.reduce(withVersion, enabled);
}

/**
 * Returns the default access that a command writes. If the file sets only some rules, they are kept, so that the command
 * opens no closed operation.
 *
 * @param written the default access in the file
 */
function completedAccess(written: unknown, access: WrittenAccess): WrittenAccess {
  if (typeof written !== 'object' || written === null || openOperations(undefined, written).length === 0) return access;
  const rules = typeof access === 'string' ? { read: access, write: access } : access;
  return { ...rules, ...written };
}

/** Returns the configuration of a new project. */
export function newConfig({ name, database }: { readonly name: string; readonly database: DatabaseKind }): string {
  return `${JSON.stringify({ name, database, entities: [], plugins: {} }, null, 2)}\n`;
}

/** Returns the project's name from a configuration, even if the file is invalid; `undefined` without a name. */
export function nameIn(source: string): string | undefined {
  const written: unknown = parse(source.replace(/^\uFEFF/u, ''));
  return textOf(written, 'name');
}

interface Edit {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Inserts a new key before its siblings instead of after them. */
  readonly first?: boolean;
}

function withPlugin(text: string, plugin: string): string {
  const written = findNodeAtLocation(rootOf(text), ['plugins', plugin]);
  if (written === undefined) {
    return withValue(text, { path: ['plugins', plugin], value: { enabled: true, settings: {} } });
  }
  const enabled = findNodeAtLocation(written, ['enabled']);
  const isOn = enabled === undefined || enabled.value === true;
  return isOn ? text : withValue(text, { path: ['plugins', plugin, 'enabled'], value: true });
}

function withVersion(text: string, [plugin, version]: readonly [string, string | undefined]): string {
  const path = ['plugins', plugin, 'version'];
  const written = findNodeAtLocation(rootOf(text), path);
  if (version === undefined) return withoutMember(text, path);
  return written?.value === version ? text : withValue(text, { path, value: version });
}

const withoutPlugin = (text: string, plugin: string): string => withoutMember(text, ['plugins', plugin]);

/** Removes a member from the text. Undoes its addition exactly, at any position. */
function withoutMember(text: string, path: readonly string[]): string {
  const member = findNodeAtLocation(rootOf(text), [...path])?.parent;
  const parent = member?.parent;
  if (member === undefined || parent === undefined) return text;
  const members = parent.children ?? [];
  if (members.length === 1) return replaced(text, parent, '{}');
  const at = members.indexOf(member);
  const [previous, next] = [members[at - 1], members[at + 1]];
  const end = member.offset + member.length;
  const start = previous === undefined ? member.offset : previous.offset + previous.length;
  return text.slice(0, start) + text.slice(previous === undefined ? (next?.offset ?? end) : end);
}

function withValue(text: string, { path, value, first = false }: Edit): string {
  const root = rootOf(text);
  const written = findNodeAtLocation(root, [...path]);
  if (written !== undefined) return replaced(text, written, JSON.stringify(value));
  const parent = findNodeAtLocation(root, path.slice(0, -1));
  const key = path.at(-1) ?? '';
  if (parent === undefined) return withValue(text, { path: path.slice(0, -1), value: { [key]: value }, first });
  return withMember(text, { parent, key, value, first });
}

interface Member {
  readonly parent: Node;
  readonly key: string;
  readonly value: unknown;
  readonly first: boolean;
}

/** Adds a member: on a separate line if its neighbours have separate lines, otherwise on the same line. */
function withMember(text: string, { parent, key, value, first }: Member): string {
  const members = parent.children ?? [];
  const neighbour = first ? (members.find((member) => keyOf(member) !== '$schema') ?? members[0]) : members.at(-1);
  const { eol, unit } = layoutOf(text);
  if (neighbour === undefined && parent.parent !== undefined && !/[\n\r]/u.test(text)) {
    return replaced(text, parent, `{ ${inline(key, value)} }`);
  }
  if (neighbour === undefined) {
    const outer = indentAt(text, parent.offset);
    const inner = `${outer}${unit}`;
    const member = printed(key, value, { eol, unit, indent: inner });
    return replaced(text, parent, `{${eol}${inner}${member}${eol}${outer}}`);
  }
  const ownLine = /^[^\n\r]*[\n\r]/u.test(text.slice(parent.offset, members[0]?.offset));
  const indent = indentAt(text, neighbour.offset);
  const member = ownLine ? printed(key, value, { eol, unit, indent }) : inline(key, value);
  const gap = ownLine ? `${eol}${indent}` : ' ';
  const end = neighbour.offset + neighbour.length;
  return first
    ? `${text.slice(0, neighbour.offset)}${member},${gap}${text.slice(neighbour.offset)}`
    : `${text.slice(0, end)},${gap}${member}${text.slice(end)}`;
}

function keyOf(member: Node): unknown {
  return member.children?.[0]?.value;
}

interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
}

function printed(key: string, value: unknown, { eol, unit, indent }: Layout & { readonly indent: string }): string {
  const lines = JSON.stringify({ [key]: value }, null, unit)
    .split('\n')
    .slice(1, -1);
  return lines.map((line) => line.slice(unit.length)).join(`${eol}${indent}`);
}

/** `{ "enabled": true, "settings": {} }` */
function inline(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value, null, 1).replaceAll(/\n */gu, ' ')}`;
}

function layoutOf(text: string): Layout {
  const unit = /[\n\r]([\t ]+)"/u.exec(text)?.[1] ?? '  ';
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: unit.startsWith('\t') ? '\t' : unit.slice(0, 10) };
}

/** Returns the indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  return /(?:^|[\n\r])([\t ]*)[^\n\r]*$/u.exec(text.slice(0, offset))?.[1] ?? '';
}

function replaced(text: string, { offset, length }: Node, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

function rootOf(text: string): Node {
  const root = parseTree(text);
  if (root === undefined) throw new Error('a configuration that was read is no JSON');
  return root;
}
