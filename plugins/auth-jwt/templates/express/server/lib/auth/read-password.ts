import { createInterface } from 'node:readline';

/**
 * Reads a password from the terminal (typed twice, hidden), or from the first line of piped input.
 * @throws Error if none is given, or if the two differ
 */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const isTyped = stdin.isTTY === true;
  const lines = createInterface({ input: stdin, terminal: isTyped });
  const given = lines[Symbol.asyncIterator]();

  async function ask(question: string): Promise<string> {
    if (isTyped) stderr.write(question);
    const { value, done } = await given.next();
    if (isTyped) stderr.write('\n');
    if (done) throw new Error('No password was given.');
    return value;
  }

  try {
    const password = await ask('Password: ');
    if (isTyped && (await ask('Repeat the password:')) !== password) {
      throw new Error('These are two different passwords.');
    }
    return password;
  } finally {
    lines.close();
  }
}
