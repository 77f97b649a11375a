import { createInterface } from 'node:readline';

/** A password from whoever sits at the terminal, not shown while it is typed, or the first line of what is piped in. */
export async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const isTyped = stdin.isTTY === true;
  if (isTyped) stderr.write('Password: ');
  const lines = createInterface({ input: stdin, terminal: isTyped });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error('No password was given.')));
    });
  } finally {
    lines.close();
    if (isTyped) stderr.write('\n');
  }
}
