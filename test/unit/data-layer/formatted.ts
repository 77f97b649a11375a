import compiler from '@prisma/prisma-schema-wasm';

/** Returns the files formatted by `prisma format`. */
export function formatted(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const params = {
    textDocument: { uri: 'file:/prisma/schema/base.prisma' },
    options: { tabSize: 2, insertSpaces: true },
  };
  const texts: [string, string][] = JSON.parse(compiler.format(JSON.stringify([...files]), JSON.stringify(params)));
  return new Map(texts);
}
