import { applyEdits, modify, parse } from 'jsonc-parser';
import type { DatabaseKind } from './config.ts';

/** What a command writes into a configuration; what is absent stays as it is. */
export interface ConfigEdits {
  /** The value of `$schema` where the file has none. */
  readonly schemaRef?: string;
  readonly name?: string;
  readonly database?: DatabaseKind;
  /** Plugins to enable. */
  readonly plugins?: readonly string[];
}

/** A configuration with some keys changed and everything else as its author wrote it, line endings included. */
export function editConfig(text: string, { schemaRef, name, database, plugins = [] }: ConfigEdits): string {
  const written: { $schema?: unknown; name?: unknown; database?: unknown } = parse(text);
  const edits: readonly Edit[] = [
    ...(database === undefined || database === written.database ? [] : [{ path: ['database'], value: database }]),
    ...(name === undefined || name === written.name ? [] : [{ path: ['name'], value: name, at: 0 }]),
    ...(schemaRef === undefined || written.$schema !== undefined
      ? []
      : [{ path: ['$schema'], value: schemaRef, at: 0 }]),
    ...plugins.map((plugin) => ({ path: ['plugins', plugin], value: { enabled: true, settings: {} } })),
  ];
  return edits.reduce(edited, text);
}

interface Edit {
  readonly path: string[];
  readonly value: unknown;
  /** Where among its siblings a new key goes; last if absent. */
  readonly at?: number;
}

function edited(text: string, { path, value, at }: Edit): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const tabs = /^\t/mu.test(text);
  const formattingOptions = { insertSpaces: !tabs, tabSize: tabs ? 1 : 2, eol };
  const place = at === undefined ? {} : { getInsertionIndex: () => at };
  return applyEdits(text, modify(text, path, value, { formattingOptions, ...place }));
}

/** The configuration of a project that starts from nothing. */
export function newConfig({ name, database }: { readonly name: string; readonly database: DatabaseKind }): string {
  return `${JSON.stringify({ name, database, entities: [], plugins: {} }, null, 2)}\n`;
}
