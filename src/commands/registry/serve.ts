import { integer as integerFlag, string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import type { RegistryServeResult } from '../../flows/registry-server/serve.ts';
import { servedView } from '../../ui/registry.ts';
import { printJson } from '../../ui/terminal.ts';

export default class RegistryServe extends GenlockCommand {
  static override readonly summary = 'Run a team registry for plugins.';
  static override readonly description =
    'Runs Verdaccio behind a gate that accepts only valid plugins, checked as in "genlock add". By ' +
    'default it listens on this machine only, has no self-registration, and signed-in users can read. ' +
    'Names in a scope are reserved for named publishers. ' +
    'Runs until it is stopped.';
  static override readonly examples = [
    {
      description: 'Serve from ./registry. The user ada may publish in scopes:',
      command: '<%= config.bin %> <%= command.id %> --publisher ada',
    },
    {
      description: 'With a configuration file:',
      command: '<%= config.bin %> <%= command.id %> --config registry.json',
    },
    {
      description: 'For other machines, behind a TLS proxy:',
      command: '<%= config.bin %> <%= command.id %> --host 0.0.0.0 --public-url https://plugins.example.com/',
    },
  ];
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration file of the registry, in JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry. The default is ./registry.', helpValue: '<folder>' }),
    host: stringFlag({ description: 'Network interface. The default is 127.0.0.1.', helpValue: '<address>' }),
    port: integerFlag({
      description: 'Port. The default is 4873. 0 selects a free port.',
      helpValue: '<port>',
      min: 0,
      max: 65_535,
    }),
    'public-url': stringFlag({
      description: 'Public https address behind a proxy that terminates TLS.',
      helpValue: '<url>',
    }),
    publisher: stringFlag({
      description: 'User or group who may publish new names in a scope, such as @acme/chat. Can be repeated.',
      helpValue: '<user>',
      multiple: true,
    }),
  };

  async run(): Promise<RegistryServeResult> {
    const { flags } = await this.parse(RegistryServe);
    const stopped = new Promise<void>((resolve) => {
      // Not `once`: cleanup libraries kill the process if they are the only listeners left.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    });
    const { serveRegistry } = await import('../../flows/registry-server/serve.ts');
    this.progress('Starting the registry');
    const { config, storage, host, port, 'public-url': publicUrl, publisher: publishers } = flags;
    const request = { cwd: this.folder(flags), config, storage, host, port, publicUrl, publishers };
    const { result, stop } = await serveRegistry(request);
    // Prints the result now, because the server runs until it is stopped.
    if (this.jsonEnabled()) printJson(result);
    this.show(result, servedView);
    await stopped;
    this.progress('Stopping the registry');
    await stop();
    return result;
  }

  protected override logJson(): void {}
}
