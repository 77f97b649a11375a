import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../cli/command.ts';
import type { LoginResult } from '../flows/registry/session.ts';
import { registryFlags } from '../cli/registry-flags.ts';
import { askSecret, askUserName } from '../ui/prompts.ts';
import { loginView } from '../ui/session.ts';

export default class Login extends GenlockCommand {
  static override readonly summary = 'Sign in to a registry.';
  static override readonly description =
    'Prompts for a name and a password. Without a terminal, reads the password from standard input. The ' +
    'token is stored in your own .npmrc, where npm finds it, never in that of a project.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> --registry https://plugins.acme.example/',
    {
      description: 'With a token made at the registry, for a scope:',
      command:
        '<%= config.bin %> <%= command.id %> --registry https://plugins.acme.example/ --scope @acme --token < token.txt',
    },
  ];
  static override readonly flags = {
    ...registryFlags,
    user: stringFlag({ char: 'u', description: 'User name.', helpValue: '<name>' }),
    token: booleanFlag({
      description: 'Use a token from the registry instead of a password.',
      exclusive: ['user', 'otp'],
    }),
    otp: stringFlag({ description: 'One-time password, if the registry requires one.', helpValue: '<code>' }),
  };

  async run(): Promise<LoginResult> {
    const { flags } = await this.parse(Login);
    const { login } = await import('../flows/registry/session.ts');
    const ports = { env: process.env, clock: () => new Date(), askName: askUserName, askSecret };
    return this.show(await login({ ...flags, cwd: this.folder(flags) }, ports), loginView);
  }
}
