import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../cli/command.ts';
import type { DiffResult } from '../flows/project/diff.ts';
import { diffView } from '../ui/diff.ts';

export default class Diff extends GenlockCommand {
  static override readonly summary = 'Show your edits of generated files.';
  static override readonly examples = [
    { description: 'Everything:', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'One folder:', command: '<%= config.bin %> <%= command.id %> server' },
  ];
  static override readonly strict = false;
  static override readonly args = {
    path: stringArg({
      description: 'Files or folders to compare. The default is all. Can be repeated.',
      ignoreStdin: true,
    }),
  };

  async run(): Promise<DiffResult> {
    const { argv, flags } = await this.parse(Diff);
    const { diffProject } = await import('../flows/project/diff.ts');
    const cwd = this.folder(flags);
    const paths = argv.map((path) => resolve(cwd, String(path)));
    return this.show(await diffProject({ cwd, paths }), diffView);
  }
}
