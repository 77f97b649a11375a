import { fork } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { ownPackage } from '../src/core/own-package.ts';
import { readPublication, type Publication } from './publication.ts';
import { Refusal, refusalOf, rejected } from './refusal.ts';

/** Request for the process. */
const questionSchema = z.strictObject({ name: z.string(), request: z.unknown() });
type Question = z.infer<typeof questionSchema>;

/** Answer of the process. */
type Answer =
  | { readonly publication: Publication }
  | { readonly refusal: Pick<Refusal, 'status' | 'message'> }
  /** Stack of a bug. */
  | { readonly bug: string };

/** Validates a publication in the process. */
export function answerTo(question: unknown): Answer {
  try {
    const { name, request } = questionSchema.parse(question);
    return { publication: readPublication(name, request) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return { refusal: { status: refusal.status, message: refusal.message } };
    return { bug: error instanceof Error ? String(error.stack) : String(error) };
  }
}

/** Limits for one publication. */
interface CheckLimits {
  readonly milliseconds: number;
  /** Heap of the process in MiB. */
  readonly memoryMb: number;
}

const defaultLimits: CheckLimits = { milliseconds: 30_000, memoryMb: 512 };

/**
 * Validates publications in separate processes, so that the registry answers other requests meanwhile. Plugins are
 * untrusted: a process is killed at its limits. A thread would end the registry if it runs out of memory. One user's
 * publications are validated one after another.
 */
export class PublicationChecks {
  readonly #limits: CheckLimits;
  readonly #program: string;
  /** User → the last waiting or running validation. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param how limits and program of the process; tests pass their own */
  constructor({ limits = defaultLimits, program }: { readonly limits?: CheckLimits; readonly program?: string } = {}) {
    this.#limits = limits;
    this.#program = program ?? join(ownPackage().root, 'dist', 'publication-check.js');
  }

  /**
   * Validates a publication.
   *
   * @throws Refusal for an invalid plugin, and for a plugin that needs more than the limits
   */
  async check(
    name: string,
    { request, user }: { readonly request: unknown; readonly user: string },
  ): Promise<Publication> {
    const before = this.#last.get(user);
    const check = (async () => {
      await before?.catch(() => undefined);
      return this.#ask({ name, request });
    })();
    this.#last.set(user, check);
    try {
      return publicationOf(await check);
    } finally {
      if (this.#last.get(user) === check) this.#last.delete(user);
    }
  }

  async #ask(question: Question): Promise<Answer> {
    const { milliseconds, memoryMb } = this.#limits;
    const child = fork(this.#program, [], {
      env: { SystemRoot: process.env['SystemRoot'] },
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const late = rejected(`the validation took longer than ${milliseconds / 1000} seconds`);
    const timer = setTimeout(() => reject(late), milliseconds);
    child.once('message', (answer: Answer) => resolve(answer));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // V8 aborts a process at its heap limit.
      const isMemory = signal === 'SIGABRT' || code === abortedOnWindows;
      const ended = new Error(`the process that validates a publication ended: ${signal ?? `exit code ${code}`}`);
      reject(isMemory ? rejected(`the validation needs more than ${memoryMb} MiB of memory`) : ended);
    });
    child.send(question, (error) => {
      if (error !== null) reject(error);
    });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  }
}

const abortedOnWindows = 134;

function publicationOf(answer: Answer): Publication {
  if ('publication' in answer) return answer.publication;
  if ('refusal' in answer) throw new Refusal(answer.refusal.status, answer.refusal.message);
  throw new Error(answer.bug);
}
