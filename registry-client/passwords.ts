/** `https://name:password@host`; who is asked for them gets both as one. */
export function passwordsIn(text: string): readonly string[] {
  return [...text.matchAll(/\/\/([^/\s:@]*):([^/\s]+)@/gu)].flatMap(([, name = '', password = '']) => [
    password,
    decoded(password),
    `${decoded(name)}:${decoded(password)}`,
  ]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
