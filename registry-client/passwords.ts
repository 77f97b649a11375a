/**
 * Finds passwords in `https://name:password@host`. The result also contains the decoded `name:password` pair, which
 * Basic authentication sends.
 */
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
