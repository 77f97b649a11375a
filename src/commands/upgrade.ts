import { ChangeCommand, fetchFlags } from '../cli/change-command.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class Upgrade extends ChangeCommand {
  static override readonly summary = 'Upgrade a project to this version of Genlock.';
  static override readonly description =
    'Renders it with the current base and renderer, which no other command does. Merges your edits.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> --dry-run',
    '<%= config.bin %> <%= command.id %>',
  ];
  static override readonly flags = fetchFlags;

  async run(): Promise<ChangeResult> {
    const { flags } = await this.parse(Upgrade);
    const { upgradeProject } = await import('../flows/plugins/update.ts');
    const request = this.request(flags);
    return this.changed(await upgradeProject(request, this.ports(flags)), request.cwd);
  }
}
