import { GenlockCommand } from '../cli/command.ts';
import type { LogoutResult } from '../flows/registry/session.ts';
import { registryFlags } from '../cli/registry-flags.ts';
import { logoutView } from '../ui/session.ts';

export default class Logout extends GenlockCommand {
  static override readonly summary = 'Sign out of a registry.';
  static override readonly description = 'Revokes the token and removes it from your .npmrc.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> --registry https://plugins.acme.example/'];
  static override readonly flags = registryFlags;

  async run(): Promise<LogoutResult> {
    const { flags } = await this.parse(Logout);
    const { logout } = await import('../flows/registry/session.ts');
    const ports = { env: process.env, clock: () => new Date() };
    return this.show(await logout({ ...flags, cwd: this.folder(flags) }, ports), logoutView);
  }
}
