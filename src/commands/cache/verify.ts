import { GenlockCommand } from '../../command.ts';
import type { CacheVerifyResult } from '../../flows/packages/cache.ts';
import { cacheVerifiedView } from '../../ui/cache.ts';

export default class CacheVerify extends GenlockCommand {
  static override readonly summary = 'Check everything that is kept of registries.';
  static override readonly description =
    'Reads every answer and archive again, takes out what is damaged, and the oldest ones where there are too many.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheVerifyResult> {
    await this.parse(CacheVerify);
    const { verifyPackageCache } = await import('../../flows/packages/cache.ts');
    return this.show(await verifyPackageCache({ env: process.env }), cacheVerifiedView);
  }
}
