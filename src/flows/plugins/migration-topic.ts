/** Names the migration that follows a command: `add-blog`, or `add-plugins` for several plugins. */
export function migrationTopic(verb: 'add' | 'update' | 'remove', plugins: readonly string[]): string {
  const [only, ...others] = plugins;
  return `${verb}-${only === undefined || others.length > 0 ? 'plugins' : only}`;
}
