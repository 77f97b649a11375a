import { readStaticFiles, type StaticPath } from './read-static-files.ts';

let files: Readonly<Record<string, string>> | undefined;

/** Returns the text of a file in `src/render/static`. These files are identical in all projects that contain them. */
export function staticFile(path: StaticPath): string {
  files ??= readStaticFiles();
  const text = files[path];
  if (text === undefined) throw new Error(`static/${path} is not embedded`);
  return text;
}
