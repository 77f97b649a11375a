import { GenlockCommand } from '../../cli/command.ts';
import type { CacheInfoResult } from '../../flows/registry/cache.ts';
import { cacheInfoView } from '../../ui/cache.ts';

export default class CacheInfo extends GenlockCommand {
  static override readonly summary = 'Show the download cache.';
  static override readonly description =
    'Responses and archives of registries are cached for all projects of a user. GENLOCK_CACHE sets ' +
    'another folder.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheInfoResult> {
    await this.parse(CacheInfo);
    const { cacheInfo } = await import('../../flows/registry/cache.ts');
    return this.show(await cacheInfo({ env: process.env }), cacheInfoView);
  }
}
