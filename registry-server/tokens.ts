import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { RegistryFolder } from './folder.ts';
import { writeWhole } from './package-records.ts';
import type { KeptToken, Storage } from './verdaccio.ts';

const tokensSchema = z.record(z.string(), z.array(z.looseObject({ user: z.string(), key: z.string() })).catch([]));

/**
 * Replaces Verdaccio's token store, which has several bugs. It treats names with dots as paths, so tokens of `ada` and
 * `ada.lovelace` overwrite each other. Concurrent first reads load the file twice and lose one copy. After a failed
 * write, the store does not respond.
 */
export function keepTokens({ localStorage }: Storage, { tokens: file }: RegistryFolder): void {
  const tokens = new Map<string, readonly KeptToken[]>(Object.entries(read(file)));
  const keep = (user: string, theirs: readonly KeptToken[]): void => {
    writeWhole(file, JSON.stringify(Object.fromEntries(new Map([...tokens, [user, theirs]])), null, 2));
    tokens.set(user, theirs);
  };
  const of = (user: string): readonly KeptToken[] => tokens.get(user) ?? [];
  Object.assign(localStorage.storagePlugin, {
    readTokens: async ({ user }) => [...of(user)],
    saveToken: async (token) => keep(token.user, [...of(token.user), token]),
    deleteToken: async (user, key) =>
      keep(
        user,
        of(user).filter((token) => token.key !== key),
      ),
  } satisfies Partial<Storage['localStorage']['storagePlugin']>);
}

function read(file: string): z.infer<typeof tokensSchema> {
  return existsSync(file) ? tokensSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}
