/** Makes unit tests fail that start a process or open a socket: such a test belongs to `test/integration`. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (action: string) => (): never => {
  throw new Error(`A unit test must not ${action}. Move the test to test/integration.`);
};

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
  Object.defineProperty(childProcess, name, { value: refuse('start a process') });
}
net.Socket.prototype.connect = refuse('open a socket');
net.Server.prototype.listen = refuse('open a socket');
syncBuiltinESMExports();
