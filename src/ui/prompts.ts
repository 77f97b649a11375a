/** Every terminal prompt. Enter takes the default, Esc declines, Ctrl-C ends the command. */
import { exitCodes } from '../errors/codes.ts';
import { GenlockError } from '../errors/error.ts';
import { printable } from '../errors/printable.ts';
import { isPlain } from './accessible.ts';
import type { ConfirmQuestion, MultiSelectQuestion, SelectQuestion, TextQuestion } from './questions/plain.ts';
import { clearStatus, replaceLastLines } from './terminal.ts';

/**
 * Returns whether a user can answer prompts in a terminal. Checked before any prompt, because piped input must never
 * answer one.
 */
export function canAsk(env: Readonly<Record<string, string | undefined>>): boolean {
  const inCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false' && env['CI'] !== '0';
  return process.stdin.isTTY && process.stdout.isTTY && !inCi;
}

let waited = 0;

/** Returns the total time in milliseconds that the user took to answer prompts. */
export function timeWaited(): number {
  return waited;
}

/** @throws GenlockError `DECLINED` */
export async function askPluginName(): Promise<string> {
  const { text } = await prompts();
  return answered<string>(
    text({ message: 'What is the plugin called?', placeholder: 'my-plugin', defaultValue: 'my-plugin' }),
  );
}

/**
 * Prompts for a user name.
 *
 * @param place address of the registry
 * @throws GenlockError `DECLINED`; USAGE without a terminal
 */
export async function askUserName(place: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new GenlockError({
      code: 'USAGE',
      message: 'Cannot prompt for a user name without a terminal. Pass --user.',
    });
  const { text } = await prompts();
  return answered<string>(text({ message: `What is your name at ${printable(place)}?` }));
}

/**
 * Prompts for a password or a token with hidden input. Without a terminal, reads the first line of standard input.
 *
 * @param place address of the registry it is for
 * @throws GenlockError `DECLINED`
 */
export async function askSecret(what: 'password' | 'token', place: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(process.stdin);
  const { password } = await prompts();
  return answered<string>(password({ message: `Your ${what} at ${printable(place)}` }));
}

/**
 * Prompts for the password of a new account. In a terminal, the user types the hidden password twice.
 *
 * @throws GenlockError `DECLINED`; USAGE if the two differ
 */
export async function askNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(process.stdin);
  const { password } = await prompts();
  const typed = await answered<string>(password({ message: 'Password' }));
  if (typed === (await answered<string>(password({ message: 'Repeat the password' })))) return typed;
  throw new GenlockError({ code: 'USAGE', message: 'The passwords differ.' });
}

/**
 * Prompts for a line of text.
 *
 * @throws GenlockError `DECLINED` after Esc, `INTERRUPTED` after Ctrl-C
 */
export async function askText(question: TextQuestion): Promise<string> {
  const { text } = await prompts();
  return answered<string>(text(question));
}

/**
 * Prompts for one of several options.
 *
 * @throws GenlockError `DECLINED` after Esc, `INTERRUPTED` after Ctrl-C
 */
export async function askChoice<Value extends string>(question: SelectQuestion<Value>): Promise<Value> {
  const { select } = await prompts();
  // clack shows the cancelled option in one line only if the terminal is wide enough.
  const isShort = question.options.every(({ label }) => label.length + 3 < process.stdout.columns);
  const answer = await answered<string>(select(question), isShort ? withoutAnswer : undefined);
  const chosen = question.options.find(({ value }) => value === answer);
  if (chosen === undefined) throw new Error(`the prompt returned ${answer}, which is not an option`);
  return chosen.value;
}

/**
 * Prompts for several options.
 *
 * @throws GenlockError `DECLINED` after Esc, `INTERRUPTED` after Ctrl-C
 */
export async function askChoices<Value extends string>(
  question: MultiSelectQuestion<Value>,
): Promise<readonly Value[]> {
  const { multiselect } = await prompts();
  const answers = new Set(await answered<readonly string[]>(multiselect(question)));
  return question.options.flatMap(({ value }) => (answers.has(value) ? [value] : []));
}

/**
 * Prompts for yes or no. The default is no.
 *
 * @throws GenlockError `DECLINED` after Esc, `INTERRUPTED` after Ctrl-C
 */
export async function askConsent(message: string): Promise<boolean> {
  const { confirm } = await prompts();
  return answered<boolean>(confirm({ message, initialValue: false }), withoutAnswer);
}

/**
 * Asks whether to apply a plan. One key answers: y, n, d for the diff, or Enter for the default.
 *
 * @param showDiff prints every line of the plan
 * @throws GenlockError `DECLINED` after Esc, `INTERRUPTED` after Ctrl-C
 */
export async function askPlan(showDiff: () => Promise<void>, byDefault: 'yes' | 'no'): Promise<boolean> {
  for (;;) {
    const { selectKey } = await prompts();
    const yes = { value: 'y', label: 'yes', ...(byDefault === 'yes' && { hint: 'Enter' }) };
    const no = { value: 'n', label: 'no', ...(byDefault === 'no' && { hint: 'Enter' }) };
    const answer = await answered<string | undefined>(
      selectKey({
        message: 'Write this?',
        initialValue: byDefault === 'yes' ? 'y' : 'n',
        // After Enter, the prompt shows the first option as the answer.
        options: [...(byDefault === 'yes' ? [yes, no] : [no, yes]), { value: 'd', label: 'show the diff' }],
      }),
      withoutAnswer,
    );
    if (answer !== 'd') return answer === 'y' || (answer === undefined && byDefault === 'yes');
    await showDiff();
  }
}

/**
 * Asks whether to run a command after a change was written. Enter is yes, and Esc is no. Ctrl-C is no, too, and the
 * process exits with 130: the result with the remaining steps is still printed, because the change is on the disk.
 */
export async function askToRun(command: string): Promise<boolean> {
  const { confirm } = await prompts();
  const question = confirm({ message: `Run \`${command}\` now?` });
  return answered<boolean>(question, withoutAnswer).catch((error: unknown) => {
    if (!(error instanceof GenlockError)) throw error;
    if (error.code === 'INTERRUPTED') process.exitCode = exitCodes.interrupted;
    return false;
  });
}

/**
 * Reads the first line of the input.
 *
 * @throws GenlockError USAGE if the line is empty or too long
 */
async function firstLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  const longest = 64 * 1024;
  // The decoder removes a byte order mark.
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of input) {
    text += decoder.decode(Buffer.from(piece), { stream: true });
    if (text.includes('\n') || text.length > longest) break;
  }
  const [line = ''] = text.split(/\r?\n/u);
  if (line !== '' && line.length <= longest) return line;
  throw new GenlockError({ code: 'USAGE', message: 'Standard input has no password or token in its first line.' });
}

/**
 * Replaces the answer that clack shows after Esc and Ctrl-C. clack strikes out the default answer, which looks like an
 * answer in terminals without this style.
 */
function withoutAnswer(): void {
  if (!isPlain(process.env)) replaceLastLines(2, '│  no answer\n│');
}

/** Loads the prompt functions: from clack, or plain lines of text for simple terminals and screen readers. */
async function prompts(): Promise<Prompts> {
  clearStatus();
  return isPlain(process.env) ? import('./questions/plain.ts') : import('@clack/prompts');
}

interface Prompts {
  readonly text: (question: TextQuestion) => Promise<string | symbol>;
  readonly password: (question: { readonly message: string }) => Promise<string | symbol>;
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean | symbol>;
  readonly select: (question: SelectQuestion) => Promise<string | symbol>;
  readonly multiselect: (question: MultiSelectQuestion) => Promise<string[] | symbol>;
  readonly selectKey: (question: SelectQuestion) => Promise<string | symbol>;
}

/**
 * Waits for the answer to a prompt. clack resolves to the same symbol for Esc and Ctrl-C, so the last key distinguishes
 * them.
 *
 * @param left called if the user gives no answer
 * @throws GenlockError `DECLINED` after Esc, `INTERRUPTED` after Ctrl-C
 */
async function answered<T>(question: Promise<T | symbol>, left?: () => void): Promise<T> {
  const asked = performance.now();
  let isInterrupted = false;
  const onKey = (_text: string | undefined, key: { readonly ctrl?: boolean; readonly name?: string }): void => {
    isInterrupted = key.ctrl === true && key.name === 'c';
  };
  process.stdin.on('keypress', onKey);
  try {
    const answer = await question;
    if (typeof answer !== 'symbol') return answer;
  } finally {
    process.stdin.off('keypress', onKey);
    waited += performance.now() - asked;
  }
  left?.();
  if (isInterrupted) throw new GenlockError({ code: 'INTERRUPTED', message: 'Stopped by Ctrl-C' });
  throw new GenlockError({ code: 'DECLINED', message: 'You left the question without an answer.' });
}
