import { GenlockCommand } from '../cli/command.ts';
import type { SessionResult } from '../flows/registry/session.ts';
import { registryFlags } from '../cli/registry-flags.ts';
import { whoamiView } from '../ui/session.ts';

export default class Whoami extends GenlockCommand {
  static override readonly summary = 'Show the user name you are signed in with.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --scope @acme',
  ];
  static override readonly flags = registryFlags;

  async run(): Promise<SessionResult> {
    const { flags } = await this.parse(Whoami);
    const { whoami } = await import('../flows/registry/session.ts');
    const ports = { env: process.env, clock: () => new Date() };
    return this.show(await whoami({ ...flags, cwd: this.folder(flags) }, ports), whoamiView);
  }
}
