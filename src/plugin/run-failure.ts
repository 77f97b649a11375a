import { SandboxError, type Frame } from '../../sandbox/index.ts';
import { GenlockError, type SourceLine } from '../errors/error.ts';
import type { Plugin } from './plugin.ts';

/** Number of lines shown before and after the failing line. */
const around = 2;
/** Length limit of shown lines. Longer lines come from bundlers. */
const longestLine = 200;

/**
 * Converts a sandbox error for the plugin's author: plugin name, position in its files, surrounding lines and console
 * output. Returns other errors unchanged.
 */
export function runFailure(error: unknown, { manifest, files }: Pick<Plugin, 'manifest' | 'files'>): unknown {
  if (!(error instanceof SandboxError)) return error;
  const { code, message, frames, log } = error;
  const [place, ...callers] = withoutRepeats(frames);
  const source = place === undefined ? [] : linesAround(place, files);
  return new GenlockError(
    {
      code,
      message: `${manifest.name}: ${message}`,
      ...(place === undefined ? {} : { where: place }),
      run: { plugin: manifest.name, callers, source, log },
    },
    { cause: error },
  );
}

function withoutRepeats(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter((frame, index) => placeOf(frame) !== placeOf(frames[index - 1]));
}

function placeOf(frame: Frame | undefined): string | undefined {
  return frame && `${frame.file}:${frame.line}:${frame.column}`;
}

function linesAround({ file, line }: Frame, files: Plugin['files']): readonly SourceLine[] {
  const lines = new TextDecoder().decode(files.get(file)).split(/\r?\n/u);
  const shown = lines
    .map((text, index) => ({ line: index + 1, text }))
    .slice(Math.max(0, line - 1 - around), line + around);
  if (shown.some(({ text }) => text.length > longestLine)) return [];
  const first = shown.findIndex(isWritten);
  return shown.slice(Math.max(0, first), shown.findLastIndex(isWritten) + 1);
}

function isWritten({ text }: SourceLine): boolean {
  return text.trim() !== '';
}
