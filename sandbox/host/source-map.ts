/** Maps positions in a compiled generator to the author's sources, if the package contains source maps. */
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { posix } from 'node:path';
import type { Frame } from '../protocol/errors.ts';
import { isRelativePath } from '../protocol/syntax.ts';

/** Maximum size of a source map, because plugins provide the maps. */
const maximumBytes = 2 * 1024 * 1024;

/**
 * Maps each frame with `<file>.map`. Frames without a valid map are unchanged. Frames for files outside the package are
 * forged and are removed.
 */
export function originalFrames(frames: readonly Frame[], files: ReadonlyMap<string, Uint8Array>): readonly Frame[] {
  const real = frames.filter(({ file }) => files.has(file));
  return real.map((frame) => {
    const bytes = files.get(`${frame.file}.map`);
    if (bytes === undefined || bytes.length > maximumBytes) return frame;
    try {
      return original(frame, JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return frame;
    }
  });
}

function original(frame: Frame, payload: SourceMapPayload): Frame {
  const entry = new SourceMap(payload).findEntry(frame.line - 1, frame.column - 1);
  if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return frame;
  const file = posix.join(posix.dirname(frame.file), entry.originalSource).replace(/^(?:\.\.\/)+/, '');
  const mapped = { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  return isRelativePath(file) && Number.isInteger(mapped.line) && Number.isInteger(mapped.column) ? mapped : frame;
}
