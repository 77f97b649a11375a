import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ownPackage } from '../src/core/own-package.ts';
import { readPublication, type Publication } from './publication.ts';
import { Refusal, refusalOf, rejected } from './refusal.ts';

/** Request for the thread. */
interface Question {
  readonly name: string;
  readonly request: unknown;
}

/** Answer of the thread. */
type Answer =
  | { readonly publication: Publication }
  | { readonly refusal: Pick<Refusal, 'status' | 'message'> }
  /** Stack of a bug. */
  | { readonly bug: string };

/** Validates a publication in the thread. */
export function answerTo({ name, request }: Question): Answer {
  try {
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
  /** Heap of the thread in MiB. */
  readonly memoryMb: number;
}

const defaultLimits: CheckLimits = { milliseconds: 30_000, memoryMb: 512 };

/**
 * Validates publications in threads, so that the registry answers other requests meanwhile. Plugins are untrusted: a
 * thread is stopped at its limits. One user's publications are validated one after another.
 */
export class PublicationChecks {
  readonly #limits: CheckLimits;
  readonly #program: string;
  /** User → the last waiting or running validation. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param how limits and program of the thread; tests pass their own */
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
    const thread = new Worker(this.#program, {
      workerData: question,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const late = rejected(`the validation took longer than ${milliseconds / 1000} seconds`);
    const timer = setTimeout(() => reject(late), milliseconds);
    thread.once('message', resolve);
    thread.once('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isMemory ? rejected(`the validation needs more than ${memoryMb} MiB of memory`) : error);
    });
    thread.once('exit', () => reject(new Error('the thread that validates a publication ended without an answer')));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      await thread.terminate();
    }
  }
}

function publicationOf(answer: Answer): Publication {
  if ('publication' in answer) return answer.publication;
  if ('refusal' in answer) throw new Refusal(answer.refusal.status, answer.refusal.message);
  throw new Error(answer.bug);
}
