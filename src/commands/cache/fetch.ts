import { GenlockCommand } from '../../cli/command.ts';
import type { CacheFetchResult } from '../../flows/registry/fetch-locked.ts';
import { cacheFetchedView } from '../../ui/cache.ts';

export default class CacheFetch extends GenlockCommand {
  static override readonly summary = 'Download every plugin that the lockfile pins.';
  static override readonly description =
    'Fills the download cache, for example on a new machine. Checks every archive against its hash in the ' +
    'lockfile. Other commands then work with --offline. Runs no plugin and does not change the project.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<CacheFetchResult> {
    const { flags } = await this.parse(CacheFetch);
    const { fetchLocked } = await import('../../flows/registry/fetch-locked.ts');
    const ports = { env: process.env, clock: () => new Date(), progress: this.progress };
    return this.show(await fetchLocked({ cwd: this.folder(flags) }, ports), cacheFetchedView);
  }
}
