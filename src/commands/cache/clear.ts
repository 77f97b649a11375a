import { GenlockCommand } from '../../cli/command.ts';
import type { CacheClearResult } from '../../flows/registry/cache.ts';
import { cacheClearedView } from '../../ui/cache.ts';

export default class CacheClear extends GenlockCommand {
  static override readonly summary = 'Delete all cached registry data.';
  static override readonly description =
    'Installed plugins are unchanged. Missing data is downloaded again. Also deletes what status ' +
    'remembers of projects.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheClearResult> {
    await this.parse(CacheClear);
    const { clearPackageCache } = await import('../../flows/registry/cache.ts');
    return this.show(await clearPackageCache({ env: process.env }), cacheClearedView);
  }
}
