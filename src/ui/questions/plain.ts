/**
 * Questions as plain lines of text, for screen readers and terminals without cursor movement: options have numbers, and
 * each answer is a line. Nothing is redrawn or coloured.
 */
import { createInterface } from 'node:readline';
import { GenlockError } from '../../errors/error.ts';

/** Result of a prompt that the user left with Ctrl-D or `back`. */
const left = Symbol('left');
type Left = typeof left;

/** One option of a question. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** Prompt that the user can leave to return to the previous one. */
interface Question {
  readonly message: string;
  readonly canGoBack?: boolean;
}

export interface TextQuestion extends Question {
  readonly placeholder?: string;
  /** The answer to an empty line. */
  readonly defaultValue?: string;
  /** The previous answer, which Enter repeats. */
  readonly initialValue?: string;
  /** Returns the reason why an answer is invalid. */
  readonly validate?: (value: string | undefined) => string | undefined;
}

export interface ConfirmQuestion extends Question {
  /** The answer to an empty line; yes if absent. */
  readonly initialValue?: boolean;
}

export interface SelectQuestion<Value extends string = string> extends Question {
  readonly options: Choice<Value>[];
  readonly initialValue?: Value;
}

export interface MultiSelectQuestion<Value extends string = string> extends Question {
  readonly options: Choice<Value>[];
  /** The answer to an empty line. */
  readonly initialValues?: Value[];
}

/** Asks for a line of text. */
export async function text(question: TextQuestion): Promise<string | Left> {
  const { message, placeholder, defaultValue, initialValue, validate } = question;
  const byDefault = initialValue ?? defaultValue ?? '';
  const notes = [
    ...(placeholder === undefined || placeholder === byDefault ? [] : [`Example: ${placeholder}`]),
    ...(byDefault === '' ? [] : [`Enter for ${byDefault}`]),
  ];
  return untilValid(`${message}${inBrackets(notes)}`, question, (line) => {
    const answer = line === '' ? byDefault : line;
    const fault = validate?.(answer);
    return fault === undefined ? { answer } : { fault };
  });
}

/** Asks for one of several options, by number or by value. */
export async function select(question: SelectQuestion): Promise<string | Left> {
  const { message, options, initialValue = options[0]?.value } = question;
  const lines = options.map(
    ({ label, hint }, at) => `  ${at + 1}. ${label}${inBrackets(hint === undefined ? [] : [hint])}`,
  );
  const initial = options.findIndex(({ value }) => value === initialValue) + 1;
  const range = `Answer with a number from 1 to ${options.length}`;
  write([message, ...lines, ''].join('\n'));
  return untilValid(`${range}, or Enter for ${initial}`, question, (line) => {
    const word = line === '' ? String(initial) : line.toLowerCase();
    const exact = options.find(({ value, label }, at) => [String(at + 1), value, label.toLowerCase()].includes(word));
    const similar = options.filter(({ label }) => label.toLowerCase().startsWith(word));
    const chosen = exact ?? (similar.length === 1 ? similar[0] : undefined);
    return chosen === undefined ? { fault: `${range}.` } : { answer: chosen.value };
  });
}

/** Asks for several options, by numbers or values with commas. */
export async function multiselect(question: MultiSelectQuestion): Promise<string[] | Left> {
  const { message, options, initialValues = [] } = question;
  const numberOf = (value: string): number => options.findIndex((option) => option.value === value) + 1;
  const initial = initialValues.map(numberOf).join(',');
  const range = `Answer with numbers from 1 to ${options.length}, with commas`;
  write([message, ...options.map(({ label }, at) => `  ${at + 1}. ${label}`), ''].join('\n'));
  return untilValid(`${range}, or Enter for ${initial}`, question, (line) => {
    const words = (line === '' ? initial : line).split(',').map((word) => word.trim());
    const chosen = words.map((word) => options.find(({ value }, at) => word === String(at + 1) || word === value));
    if (chosen.includes(undefined)) return { fault: `${range}.` };
    return { answer: chosen.flatMap((option) => option?.value ?? []) };
  });
}

/** Asks for one of several keys. */
export async function selectKey(question: SelectQuestion): Promise<string | Left> {
  const { message, options, initialValue } = question;
  const keys = options.map(({ value, label }) => `${value} for ${label}`).join(', ');
  const byDefault = initialValue === undefined ? [] : [`Enter for ${initialValue}`];
  return untilValid(`${message}${inBrackets([keys, ...byDefault])}`, question, (line) => {
    const word = line === '' ? initialValue : line.toLowerCase();
    const chosen = options.find(({ value, label }) => value === word || label.toLowerCase() === word);
    return chosen === undefined ? { fault: `Answer ${keys}.` } : { answer: chosen.value };
  });
}

/** Asks for yes or no. */
export async function confirm(question: ConfirmQuestion): Promise<boolean | Left> {
  const { message, initialValue = true } = question;
  const note = `y for yes, n for no, Enter for ${initialValue ? 'yes' : 'no'}`;
  return untilValid(`${message} (${note})`, question, (line) => {
    const word = line === '' ? (initialValue ? 'y' : 'n') : line.toLowerCase();
    if (word === 'y' || word === 'yes') return { answer: true };
    return word === 'n' || word === 'no' ? { answer: false } : { fault: 'Answer y or n.' };
  });
}

/** Asks for a secret. The terminal shows none of its characters. */
export async function password({ message }: Question): Promise<string | Left> {
  write(`${message} (the answer is hidden): `);
  const { stdin } = process;
  stdin.setRawMode(true);
  try {
    return await hiddenLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    write('\n');
  }
}

type Verdict<Answer> = { readonly answer: Answer } | { readonly fault: string };

/** Asks again until an answer is valid. */
async function untilValid<Answer>(
  prompt: string,
  { canGoBack = false }: Pick<Question, 'canGoBack'>,
  parseAnswer: (line: string) => Verdict<Answer>,
): Promise<Answer | Left> {
  for (;;) {
    write(`${prompt}${canGoBack ? ', or type back' : ''}: `);
    const line = await nextLine();
    if (line === undefined) write('\n');
    if (line === undefined || (canGoBack && line.trim().toLowerCase() === 'back')) return left;
    const verdict = parseAnswer(line.trim());
    if ('answer' in verdict) return verdict.answer;
    write(`${verdict.fault}\n`);
  }
}

/**
 * Reads the next line of the terminal; `undefined` after Ctrl-D. The terminal itself shows and edits the line.
 *
 * @throws GenlockError INTERRUPTED after Ctrl-C
 */
function nextLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  return new Promise<string | undefined>((resolve, reject) => {
    const stop = (): void => {
      write('\n');
      reject(interrupted());
    };
    process.once('SIGINT', stop);
    lines.once('line', resolve);
    lines.once('close', () => {
      process.off('SIGINT', stop);
      resolve(undefined);
    });
  }).finally(() => lines.close());
}

/** @throws GenlockError INTERRUPTED after Ctrl-C */
function hiddenLine(input: NodeJS.ReadStream): Promise<string | Left> {
  const decoder = new TextDecoder();
  let typed = '';
  return new Promise<string | Left>((resolve, reject) => {
    const take = (bytes: Buffer): void => {
      for (const character of decoder.decode(bytes, { stream: true })) {
        if (character === '\r' || character === '\n') return end(() => resolve(typed));
        if (character === '\u0003') return end(() => reject(interrupted()));
        if (character === '\u0004') return end(() => resolve(left));
        typed =
          character === '\u007F' || character === '\b' ? Array.from(typed).slice(0, -1).join('') : typed + character;
      }
    };
    const end = (settle: () => void): void => {
      input.off('data', take);
      settle();
    };
    input.on('data', take);
    input.resume();
  });
}

const interrupted = (): GenlockError => new GenlockError({ code: 'INTERRUPTED', message: 'Stopped by Ctrl-C' });

const inBrackets = (notes: readonly string[]): string => (notes.length === 0 ? '' : ` (${notes.join(', ')})`);

function write(shown: string): void {
  process.stdout.write(shown);
}
