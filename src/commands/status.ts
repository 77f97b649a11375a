import { GenlockCommand } from '../cli/command.ts';
import type { StatusResult } from '../flows/status/status.ts';
import { statusView } from '../ui/status.ts';
import { userCache } from '../user-cache.ts';

export default class Status extends GenlockCommand {
  static override readonly summary = 'Show your edits and pending changes.';
  static override readonly description =
    'Compares the files with the generated ones, and genlock.json with the project. Runs no plugin.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  async run(): Promise<StatusResult> {
    const { flags } = await this.parse(Status);
    const { projectStatus } = await import('../flows/status/status.ts');
    const cache = userCache();
    const memory = cache === undefined ? undefined : { cache };
    return this.show(await projectStatus(this.folder(flags), memory), statusView);
  }
}
