/** Counts what one rendering uses while it grows: three lists in each other are too much long before they are walked. */
import type { Limits } from '../../protocol/limits.ts';
import { utf8Length } from '../../protocol/utf8.ts';
import { TemplateError } from './error.ts';

/** What one rendering may use. */
export interface Budget extends Pick<Limits, 'templateDepth' | 'templateItems' | 'templateOutputBytes'> {
  /** What is left of the run's output, in bytes. */
  readonly outputBytes: number;
}

/** The running sums of one rendering. */
export class Meter {
  readonly #budget: Budget;
  #items = 0;
  #length = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Counts a piece of text, by characters: they are never more than bytes. */
  write(piece: string, offset: number): void {
    this.#length += piece.length;
    this.#refuse(this.#length, offset);
  }

  /** Counts the items of a list or an object before anything walks through them: a length costs nothing to forge. */
  walk(value: unknown, offset: number): void {
    if (typeof value !== 'object' || value === null) return;
    const { templateItems } = this.#budget;
    this.#items += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (this.#items <= templateItems) return;
    const message = `the template walks through more than its limit of ${templateItems} items`;
    throw new TemplateError(message, offset, 'templateItems');
  }

  /** Measures the whole text, in bytes. */
  check(text: string): void {
    this.#refuse(utf8Length(text), 0);
  }

  #refuse(bytes: number, offset: number): void {
    const { templateOutputBytes, outputBytes } = this.#budget;
    if (bytes > templateOutputBytes) {
      const message = `the template renders to more than its limit of ${templateOutputBytes} bytes`;
      throw new TemplateError(message, offset, 'templateOutputBytes');
    }
    if (bytes > outputBytes) {
      const message = `the template renders to more than the ${outputBytes} bytes that are left of the run's limit`;
      throw new TemplateError(message, offset, 'outputBytes');
    }
  }
}
