import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config } from '@oclif/core';
import { repository } from './cli.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(repository, file), 'utf8'));

/** Reads the commands of `oclif.manifest.json`, which the build writes, by their ids. */
export function builtCommands<Command = object>(): Readonly<Record<string, Command>> {
  return (read('oclif.manifest.json') as { readonly commands: Readonly<Record<string, Command>> }).commands;
}

/** Reads the commands in `src/commands` as the build does, by their ids. */
export async function sourceCommands(): Promise<Readonly<Record<string, object>>> {
  const pjson = read('package.json') as { readonly oclif: { readonly commands: { target: string } } };
  pjson.oclif.commands.target = './src/commands';
  const { commands } = await Config.load({ root: repository, pjson, ignoreManifest: true } as Config['options']);
  return Object.fromEntries(commands.map((command) => [command.id, command]));
}
