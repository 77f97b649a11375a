import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import { exitCodes } from '../../errors/codes.ts';
import type { LawResult, PluginTestResult } from '../../flows/plugin-test/result.ts';
import { lawView, testedView } from '../../ui/plugin-test.ts';
import { printMessage, showsStatus } from '../../ui/terminal.ts';

export default class PluginTest extends GenlockCommand {
  static override readonly summary = 'Check a plugin against the laws on generated projects.';
  static override readonly description =
    'Generates projects with several databases, entities, settings and other plugins in a temporary folder, adds ' +
    'and removes the plugin, and compares the results. Reports each broken law with the smallest project. ' +
    'Runs code of the projects only with --run. Exits with 1 if a law is broken.';
  static override readonly examples = [
    { description: 'Check the plugin in this folder:', command: '<%= config.bin %> <%= command.id %>' },
    {
      description: 'Check all combinations, and write the report for publication:',
      command: '<%= config.bin %> <%= command.id %> ./guestbook --all --report',
    },
    { description: 'Repeat the test of a package:', command: '<%= config.bin %> <%= command.id %> @acme/chat@1.2.0' },
  ];
  static override readonly args = {
    plugin: stringArg({
      description: 'Folder, archive or package of the plugin. The default is the current folder.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    all: booleanFlag({ description: 'Check all combinations instead of the small grid.' }),
    run: booleanFlag({
      description:
        'Also install the packages of a project without their scripts, and run its type check, linter, format check ' +
        'and tests with and without the plugin: without network, with an empty home folder, on Linux with bubblewrap.',
    }),
    report: booleanFlag({ description: 'Write genlock-report.json into the folder if no law is broken.' }),
  };

  async run(): Promise<PluginTestResult> {
    const { args, flags } = await this.parse(PluginTest);
    const { testPlugin } = await import('../../flows/plugin-test/test-plugin.ts');
    const result = await testPlugin(
      {
        cwd: this.folder(flags),
        spec: args.plugin ?? '.',
        run: flags.run,
        grid: flags.all ? 'large' : 'small',
        report: flags.report,
      },
      { env: process.env, clock: () => new Date(), progress: this.progress, ...this.lawsWithoutTerminal() },
    );
    process.exitCode = result.status === 'passed' ? exitCodes.done : exitCodes.failed;
    return this.show(result, testedView);
  }

  /** Without a terminal, the running step is not shown. Prints the laws instead, because the check can take minutes. */
  private lawsWithoutTerminal(): { readonly checked?: (law: LawResult) => void } {
    if (showsStatus() || this.jsonEnabled()) return {};
    return { checked: (law) => printMessage((screen) => lawView(law, screen)) };
  }
}
