import { resolve } from 'node:path';
import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { ChangeCommand, fetchFlags } from '../cli/change-command.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class PlanCommand extends ChangeCommand {
  static override readonly summary = 'Show the changes of sync, and save them for review.';
  static override readonly description =
    '--add and --remove include plugins in the plan. `genlock apply` computes the plan again and applies ' +
    'it only if it is identical.';
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
    diff: booleanFlag({ description: 'Also show every line of the plan.' }),
    offline: fetchFlags.offline,
    out: stringFlag({ description: 'Save the plan to this file.', helpValue: '<file>' }),
  };

  async run(): Promise<ChangeResult> {
    const { flags } = await this.parse(PlanCommand);
    const { planProject } = await import('../flows/plan/saved-plan.ts');
    const cwd = this.folder(flags);
    const { add = [], remove = [], out, diff, offline } = flags;
    const saved = out === undefined ? {} : { out: resolve(cwd, out) };
    const request = { cwd, add, remove, diff, network: !offline, ...saved };
    return this.changed(await planProject(request, this.ports({ yes: true })), cwd);
  }
}
