import { parse } from 'ini';

/** What npm's form of settings says: key → value, a list or a section; nothing where the library can't read it, as `'null'`. */
export function readIni(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
