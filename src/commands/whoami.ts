import { GenlockCommand } from '../command.ts';
import type { SessionResult } from '../flows/packages/session.ts';
import { registryFlags } from '../session-flags.ts';
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
    const { whoami } = await import('../flows/packages/session.ts');
    const ports = { env: process.env, clock: () => new Date() };
    return this.show(await whoami({ ...flags, cwd: this.folder(flags) }, ports), whoamiView);
  }
}
