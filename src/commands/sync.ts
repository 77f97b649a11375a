import { accessFlag, ChangeCommand, fetchFlags } from '../cli/change-command.ts';
import { readAccess } from '../config/access-text.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class Sync extends ChangeCommand {
  static override readonly summary = 'Update a project to its genlock.json.';
  static override readonly description =
    'Use it after editing entities, the database, settings or plugins. Runs a plugin only if its settings ' +
    'or its folder changed. Keeps your edits. A second run changes nothing.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --dry-run',
    {
      description: 'Only signed-in users change the records of entities without rules:',
      command: '<%= config.bin %> <%= command.id %> --access public:authenticated',
    },
  ];
  static override readonly flags = { ...fetchFlags, access: accessFlag };

  async run(): Promise<ChangeResult> {
    const { flags } = await this.parse(Sync);
    const { syncProject } = await import('../flows/project/sync.ts');
    const access = flags.access === undefined ? {} : { access: readAccess(flags.access) };
    const request = { ...this.request(flags), ...access };
    return this.changed(await syncProject(request, this.ports(flags)), request.cwd);
  }
}
