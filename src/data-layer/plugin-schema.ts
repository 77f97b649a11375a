import { GenlockError, type Problem } from '../errors/error.ts';
import type { DataModel } from './model.ts';
import { scanBlocks } from './schema-blocks.ts';

/** Schema text a plugin registered. */
export interface PluginSchema {
  readonly plugin: string;
  /** Model definitions in the schema language. */
  readonly schema: string;
}

/** The text as it is kept: LF, no space around it. */
export function pluginSchemaText({ schema }: PluginSchema): string {
  return `${schema.replaceAll('\r\n', '\n').trim()}\n`;
}

/**
 * Every model, enum and type has one owner. What else a plugin's schema may hold is judged before.
 *
 * @throws GenlockError `DATA_MODEL_CLASH`, all problems at once.
 */
export function refuseClashes(model: DataModel, schemas: readonly PluginSchema[]): void {
  const owners = new Map(model.entities.map(({ names }) => [names.pascal, `entity ${names.pascal}`]));
  const problems: Problem[] = [];
  for (const { plugin, schema } of schemas) {
    for (const { keyword, name } of scanBlocks(schema)) {
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, `plugin ${plugin}`);
      } else {
        problems.push({
          code: 'DATA_MODEL_CLASH',
          message: `${keyword} ${name} of plugin ${plugin} is defined by ${owner} too`,
        });
      }
    }
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}
