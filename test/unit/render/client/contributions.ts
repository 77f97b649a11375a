import type { Operation } from '../../../../sandbox/index.ts';
import type { Contribution, Manifest } from '../../../../src/plugin/plugin.ts';
import type { Emitter } from '../../../../src/render/emitter.ts';

interface Plugin {
  readonly name?: string;
  readonly dependencies?: Manifest['dependencies'];
  readonly adminMenu?: NonNullable<Manifest['adminMenu']>;
  readonly operations?: readonly Operation[];
}

/** Creates the contribution of a plugin with this name. */
function contribution({ name = 'one', dependencies = {}, operations = [], ...rest }: Plugin): Contribution {
  return {
    manifest: {
      name,
      version: '1.0.0',
      frameworks: ['express'],
      databases: ['file'],
      dependencies,
      settings: {},
      ...rest,
    },
    settings: {},
    operations,
    files: new Map(),
  };
}

/** Creates an operation that adds a module of the plugin. */
export function module(path: string, content: string): Operation {
  return { kind: 'copyTemplates', files: [{ path, content }] };
}

/** Returns the text of the only file that an emitter generates for these plugins. */
export function emitted(emitter: Emitter, plugins: readonly Plugin[]): string {
  const input = {
    config: { name: 'sample', database: 'file', entities: [], plugins: new Map() },
    model: { database: 'file', entities: [], externals: [] },
    contributions: plugins.map(contribution),
  } as const;
  const [file] = emitter(input);
  return String(file?.content);
}
