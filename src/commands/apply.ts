import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, fetchFlags } from '../cli/change-command.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class Apply extends ChangeCommand {
  static override readonly summary = 'Apply a saved plan.';
  static override readonly description =
    'Computes the plan again and compares. If anything differs, nothing is done (exit 5).';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> guestbook.plan.json'];
  static override readonly args = {
    file: stringArg({ description: 'The file that `genlock plan --out` wrote.', required: true, ignoreStdin: true }),
  };
  static override readonly flags = fetchFlags;

  async run(): Promise<ChangeResult> {
    const { args, flags } = await this.parse(Apply);
    const { applySaved } = await import('../flows/plan/saved-plan.ts');
    const request = this.request(flags);
    const file = resolve(request.cwd, args.file);
    return this.changed(await applySaved({ ...request, file }, this.ports(flags)), request.cwd);
  }
}
