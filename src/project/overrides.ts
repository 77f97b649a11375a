/** Files of the user in `client/overrides` replace the file at the same path in `client`. */
const [client, overrides] = ['client/', 'client/overrides/'];

/** Returns the path of the file that would replace a file; `undefined` outside the client. */
export function overrideOf(path: string): string | undefined {
  if (!path.startsWith(client) || path.startsWith(overrides)) return undefined;
  return `${overrides}${path.slice(client.length)}`;
}

/** Returns the path of the file that an override replaces; `undefined` for other files. */
export function overriddenBy(path: string): string | undefined {
  return path.startsWith(overrides) ? `${client}${path.slice(overrides.length)}` : undefined;
}
