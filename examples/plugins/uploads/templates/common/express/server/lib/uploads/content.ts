import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';

/** Types that browsers only draw. All other types could run code of the file. */
const inert = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp']);

/** Returns the type of a file from its content. Its name and the claims of its sender do not count. */
export async function typeOf(path: string): Promise<string> {
  const found = await fileTypeFromFile(path);
  return found?.mime ?? ((await isText(path)) ? 'text/plain' : 'application/octet-stream');
}

/** Returns the type to send a file with. */
export function sentType(type: string): string {
  return inert.has(type) ? type : 'application/octet-stream';
}

/** Returns whether a file is text in UTF-8 without control characters. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      // oxlint-disable-next-line no-control-regex -- binary files contain these characters
      if (/[\0-\x08\x0e-\x1f]/.test(decoder.decode(chunk, { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Returns a name for downloads: no folders, no characters that are invisible or change the order. */
export function soundName(given: string): string {
  const [last = ''] = given.normalize('NFC').split(/[/\\]/).slice(-1);
  const name = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return name.slice(0, 200) || 'file';
}
