import { parse } from 'ini';

/**
 * Parses npm's ini format into keys with values, lists or sections; `undefined` if the library cannot parse the text,
 * e.g. `'null'`.
 */
export function readIni(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
