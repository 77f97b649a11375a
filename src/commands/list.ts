import { GenlockCommand } from '../cli/command.ts';
import { listPlugins, type ListResult } from '../flows/project/list.ts';
import { listView } from '../ui/list.ts';
import { userCache } from '../user-cache.ts';

export default class List extends GenlockCommand {
  static override readonly summary = 'List the plugins of a project.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  async run(): Promise<ListResult> {
    const { flags } = await this.parse(List);
    return this.show(await listPlugins(this.folder(flags), userCache()), listView);
  }
}
