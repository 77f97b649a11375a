/** Counts resource use while a template is rendered, so that nested loops are stopped early. */
import type { Limits } from '../../protocol/limits.ts';
import { utf8Length } from '../../protocol/utf8.ts';
import { TemplateError } from './error.ts';

/** Limits for one template. */
export interface Budget extends Pick<Limits, 'templateDepth' | 'templateItems' | 'templateOutputBytes'> {
  /** Remaining output of the run, in bytes. */
  readonly outputBytes: number;
}

/** Usage totals for one template. */
export class Meter {
  readonly #budget: Budget;
  #items = 0;
  #length = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Counts the characters of rendered text. The number of bytes is at least as large. */
  write(piece: string, offset: number): void {
    this.#length += piece.length;
    this.#refuse(this.#length, offset);
  }

  /** Counts the items of a list or an object before iterating, because a plugin can set any length. */
  walk(value: unknown, offset: number): void {
    if (typeof value !== 'object' || value === null) return;
    const { templateItems } = this.#budget;
    this.#items += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (this.#items <= templateItems) return;
    const message = `the template iterates over more than its limit of ${templateItems} items`;
    throw new TemplateError(message, offset, 'templateItems');
  }

  /** Checks the size of the complete output in bytes. */
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
      const message = `the template renders to more than the ${outputBytes} bytes that remain of the run's limit`;
      throw new TemplateError(message, offset, 'outputBytes');
    }
  }
}
