import { resolve } from 'node:path';
import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { ChangeCommand, fetchFlags } from '../change-command.ts';
import type { ChangeResult } from '../flows/change.ts';

export default class PlanCommand extends ChangeCommand {
  static override readonly summary = 'Show what sync would do, and save it for review.';
  static override readonly description =
    'With --add and --remove, plugins come and go in the same plan. `genlock apply` makes the plan again and carries it ' +
    'out only if it is the very same.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --add ./guestbook --out guestbook.plan.json',
  ];
  static override readonly flags = {
    add: stringFlag({
      description: 'Add this plugin. Can be repeated.',
      helpValue: '<plugin>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    remove: stringFlag({
      description: 'Remove this plugin. Can be repeated.',
      helpValue: '<name>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    diff: booleanFlag({ description: 'Show every line of the plan, too.' }),
    offline: fetchFlags.offline,
    out: stringFlag({ description: 'Save the plan in this file.', helpValue: '<file>' }),
  };

  async run(): Promise<ChangeResult> {
    const { flags } = await this.parse(PlanCommand);
    const { planProject } = await import('../flows/saved-plan.ts');
    const cwd = this.folder(flags);
    const { add = [], remove = [], out, diff, offline } = flags;
    const saved = out === undefined ? {} : { out: resolve(cwd, out) };
    const request = { cwd, add, remove, diff, network: !offline, ...saved };
    return this.changed(await planProject(request, this.ports({ yes: true })), cwd);
  }
}
