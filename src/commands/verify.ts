import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../command.ts';
import { exitCodes } from '../errors/codes.ts';
import type { VerifyResult } from '../flows/verify/verify.ts';
import { verifiedView } from '../ui/verify.ts';

export default class Verify extends GenlockCommand {
  static override readonly summary = 'Prove a project against its lockfile, offline.';
  static override readonly description =
    'Renders the project again from what it keeps and sorts every file: of the core, of a plugin, edited, missing, ' +
    'unknown. Exits with 7 if the records contradict each other, with --strict also if a file is not exactly what they ' +
    'give. With --rerun every plugin runs again in the sandbox, from the folder the lockfile names: 7 if it gives ' +
    'something else, 1 if it is not there. Lockfiles of package managers and migrations are nobody’s.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'In CI, where nothing may be edited:', command: '<%= config.bin %> <%= command.id %> --strict' },
    { description: 'Prove what the plugins gave, too:', command: '<%= config.bin %> <%= command.id %> --rerun' },
  ];
  static override readonly flags = {
    strict: booleanFlag({ description: 'Every file must be exactly what the records give.' }),
    rerun: booleanFlag({ description: 'Run every plugin again in the sandbox, and compare.' }),
  };

  async run(): Promise<VerifyResult> {
    const { flags } = await this.parse(Verify);
    const { verifyProject } = await import('../flows/verify/verify.ts');
    const ports = { env: process.env, clock: () => new Date(), progress: this.progress };
    const result = await verifyProject({
      cwd: this.folder(flags),
      strict: flags.strict,
      ...(flags.rerun ? { rerun: ports } : {}),
    });
    process.exitCode = verdicts[result.status];
    return this.show(result, verifiedView);
  }
}

const verdicts: Readonly<Record<VerifyResult['status'], number>> = {
  verified: exitCodes.done,
  edited: exitCodes.integrity,
  unsound: exitCodes.integrity,
  unproven: exitCodes.failed,
};
