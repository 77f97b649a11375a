import { GenlockError } from './errors/error.ts';

/** An error as the rest of Genlock knows it: what oclif says about the command line becomes `USAGE`, others stay as they are. */
export function asGenlockError(error: unknown): unknown {
  if (!isUsageError(error)) return error;
  return new GenlockError({ code: 'USAGE', message: sentence(error.message) }, { cause: error });
}

/** oclif's errors about the command line are recognised by shape, so that nothing of it has to be loaded. */
function isUsageError(error: unknown): error is Error {
  const oclif: unknown = error instanceof Error && 'oclif' in error ? error.oclif : undefined;
  return typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === 2;
}

function sentence(message: string): string {
  return message
    .replace(/\nSee more help with --help$/u, '')
    .replace(/\s*\n\s*/gu, ' ')
    .trim();
}
