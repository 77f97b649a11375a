import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../cli/command.ts';
import { exitCodes } from '../errors/codes.ts';
import type { VerifyResult } from '../flows/verify/verify.ts';
import { verifiedView } from '../ui/verify.ts';

export default class Verify extends GenlockCommand {
  static override readonly summary = 'Verify a project against its lockfile, offline.';
  static override readonly description =
    'Renders the project from its records and sorts every file: core, plugin, edited, missing, unknown. ' +
    'Exits with 7 if the records contradict each other, with --strict also if a file differs. Runs the bundled ' +
    'plugins again in the sandbox, with --rerun every plugin from its source in the lockfile: 7 for another ' +
    'result, 1 if a source is missing. Package manager lockfiles and migrations are not checked.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'In CI, failing on local edits:', command: '<%= config.bin %> <%= command.id %> --strict' },
    { description: 'Also run the plugins again:', command: '<%= config.bin %> <%= command.id %> --rerun' },
  ];
  static override readonly flags = {
    strict: booleanFlag({ description: 'Require every file to equal the generated one.' }),
    rerun: booleanFlag({ description: 'Run every plugin again in the sandbox and compare.' }),
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
