import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '../../database/project-env.ts';
import { pushSchema } from '../../database/push.ts';
import { confinedServerRunner } from '../../processes/confined-script.ts';
import { choosing, installPackages, runScript } from '../../processes/package-manager.ts';
import { projectRenames } from '../db/renames.ts';
import type { DevApplicationPorts, DevApplicationTools } from './dev-application.ts';

export interface DevProject {
  /** Absolute path of the project. */
  readonly root: string;
  /** Whether the project is deleted at the end. */
  readonly isTemporary: boolean;
  /** Whether the database belongs to the temporary project, so that its data can be lost. */
  readonly isScratch: boolean;
}

/** Returns the tools of the machine. */
export async function devTools(project: DevProject, ports: DevApplicationPorts): Promise<DevApplicationTools> {
  const { root, isTemporary, isScratch } = project;
  const { progress, signal } = ports;
  const env = isTemporary ? { ...ports.env, ...(await temporaryVariables(ports.env)) } : ports.env;
  const confined = await confinedServerRunner(root);
  return {
    isConfined: confined !== undefined,
    install: async () => {
      progress('Installing packages without their scripts');
      const chosen = isTemporary ? choosing('npm', env) : env;
      await installPackages(root, { env: { ...chosen, npm_config_ignore_scripts: 'true' }, signal });
    },
    changeDatabase: async () => {
      progress('Changing the database');
      await pushSchema({ root, env, renames: await projectRenames(root), acceptDataLoss: isScratch });
    },
    serve: async (stopped, onLine) => {
      progress('Starting the application');
      const options = { signal: stopped, onLine };
      if (confined !== undefined)
        return confined({ ...options, root, args: ['--run', 'dev'], env: ownVariables(root, env) });
      const given = { ...env, NODE_ENV: undefined };
      return runScript('dev', { ...options, cwd: root, env: given, isGroup: true });
    },
  };
}

/** Returns the variables that a temporary project does not receive from the environment of the user. */
async function temporaryVariables({ PORT = '3000' }: Environment): Promise<Environment> {
  const port = await freePort(Number(PORT));
  return { PORT: String(port), DATABASE_URL: undefined, DIRECT_DATABASE_URL: undefined };
}

/** Returns the variables that the project names in `.env.example` and the environment sets. */
function ownVariables(root: string, env: Environment): Readonly<Record<string, string>> {
  const names = Object.keys(parseEnv(readFileSync(join(root, '.env.example'), 'utf8')));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the first free port from a number on. */
async function freePort(from: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port: from, host: 'localhost' }, () => server.close(() => resolve(true)));
  });
  return isFree || from >= 65_535 ? from : freePort(from + 1);
}
