import { GenlockCommand } from '../../cli/command.ts';
import type { CacheVerifyResult } from '../../flows/registry/cache.ts';
import { cacheVerifiedView } from '../../ui/cache.ts';

export default class CacheVerify extends GenlockCommand {
  static override readonly summary = 'Verify the download cache.';
  static override readonly description =
    'Reads every cached response and archive. Deletes damaged entries, and the oldest ones if there are too many.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheVerifyResult> {
    await this.parse(CacheVerify);
    const { verifyPackageCache } = await import('../../flows/registry/cache.ts');
    return this.show(await verifyPackageCache({ env: process.env }), cacheVerifiedView);
  }
}
