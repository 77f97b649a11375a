/**
 * Serves a registry from a folder until the process ends, on a given or a free port. Prints that it is ready, or the
 * error code.
 */
import { GenlockError } from '../../src/errors/error.ts';
import { serveRegistry } from '../../src/flows/registry-server/serve.ts';

const [, , storage = '', port = '0'] = process.argv;
try {
  await serveRegistry({ cwd: import.meta.dirname, storage, port: Number(port) });
  process.stdout.write('serves\n');
} catch (error) {
  if (!(error instanceof GenlockError)) throw error;
  process.stdout.write(`${error.code}\n`);
}
