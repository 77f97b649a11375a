import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../cli/command.ts';
import type { WhyResult } from '../flows/why/why.ts';
import { whyView } from '../ui/why.ts';

export default class Why extends GenlockCommand {
  static override readonly summary = 'Show where a file or a line comes from.';
  static override readonly description =
    'Names the entities and plugins that cause it, and what else would be removed with them. Runs no plugin.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> server/routes/orders.ts',
    '<%= config.bin %> <%= command.id %> package.json:24',
  ];
  static override readonly args = {
    place: stringArg({ description: 'A file, or a file and a line as file:12.', required: true, ignoreStdin: true }),
  };

  async run(): Promise<WhyResult> {
    const { args, flags } = await this.parse(Why);
    const { explain } = await import('../flows/why/why.ts');
    return this.show(await explain({ cwd: this.folder(flags), place: args.place }), whyView);
  }
}
