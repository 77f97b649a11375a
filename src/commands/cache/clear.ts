import { GenlockCommand } from '../../command.ts';
import type { CacheClearResult } from '../../flows/packages/cache.ts';
import { cacheClearedView } from '../../ui/cache.ts';

export default class CacheClear extends GenlockCommand {
  static override readonly summary = 'Take out everything that is kept of registries.';
  static override readonly description =
    'Nothing that is installed is lost: what is needed is fetched again. What status remembers of projects goes, too.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheClearResult> {
    await this.parse(CacheClear);
    const { clearPackageCache } = await import('../../flows/packages/cache.ts');
    return this.show(await clearPackageCache({ env: process.env }), cacheClearedView);
  }
}
