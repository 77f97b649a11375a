import { hash } from 'node:crypto';
import { comparable, Fault, type Row } from './cell.ts';
import type { CopyTable } from './tables.ts';

/** The number of rows and their checksum. */
export interface TableDigest {
  readonly rows: number;
  /** 32 hexadecimal digits. */
  readonly checksum: string;
}

/**
 * Adds up the digests of rows, so that the order of the rows does not matter: databases differ in the order of
 * strings.
 */
export class Checksum {
  #rows = 0;
  #sum = 0n;
  readonly #table: CopyTable;

  constructor(table: CopyTable) {
    this.#table = table;
  }

  add(row: Row): void {
    const values = row.map((cell, index) => {
      if (cell instanceof Fault) return { fault: cell.reason };
      const type = this.#table.columns[index]?.type ?? 'String';
      return cell === null ? null : comparable(type, cell);
    });
    const digest = hash('sha256', JSON.stringify(values)).slice(0, 32);
    this.#sum = BigInt.asUintN(128, this.#sum + BigInt(`0x${digest}`));
    this.#rows += 1;
  }

  get digest(): TableDigest {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(32, '0') };
  }
}
