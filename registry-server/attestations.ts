import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { requireStatement } from '../registry-client/statement.ts';
import { tryParseJson } from '../src/core/json.ts';
import { writeWhole } from './package-records.ts';
import { rejected } from './refusal.ts';

/** A release with its integrity. */
export interface Attested {
  readonly name: string;
  readonly version: string;
  /** Integrity of the archive: `sha512-…`. */
  readonly integrity: string;
}

/** Stored provenance attestation, in the format of npm's registries. */
export interface Attestation {
  readonly predicateType: string;
  readonly bundle: unknown;
}

/** Maximum bundle length in characters. Real bundles have about ten thousand. */
const mostBundle = 256 * 1024;

const shapeSchema = z.looseObject({ mediaType: z.string().startsWith('application/vnd.dev.sigstore.bundle') });

/**
 * Reads an uploaded Sigstore bundle for exactly this release. The signer is not checked here, because users decide
 * which signers to trust.
 *
 * @param text JSON
 * @throws Refusal, RegistryError REGISTRY_PROVENANCE_INVALID
 */
export function readAttestation(text: string, release: Attested): Attestation {
  if (text.length > mostBundle) throw rejected(`the attestation takes more than ${mostBundle} characters`);
  const { data: bundle } = shapeSchema.safeParse(tryParseJson(text));
  if (bundle === undefined) throw rejected('the attestation is not a Sigstore bundle');
  return { predicateType: requireStatement(bundle, release), bundle };
}

/** Attestation store, with one file for each release. */
export class Attestations {
  readonly #folder: string;

  /**
   * Opens the store.
   *
   * @param folder absolute path of an existing folder
   */
  constructor(folder: string) {
    this.#folder = folder;
  }

  set(release: Omit<Attested, 'integrity'>, attestation: Attestation): void {
    writeWhole(this.#fileOf(release), JSON.stringify({ attestations: [attestation] }));
  }

  delete(release: Omit<Attested, 'integrity'>): void {
    rmSync(this.#fileOf(release), { force: true });
  }

  /** Returns the attestations as JSON; `undefined` if the release has none. */
  of(release: Omit<Attested, 'integrity'>): string | undefined {
    try {
      return readFileSync(this.#fileOf(release), 'utf8');
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
      throw cause;
    }
  }

  #fileOf({ name, version }: Omit<Attested, 'integrity'>): string {
    return join(this.#folder, `${createHash('sha256').update(`${name}@${version}`).digest('hex')}.json`);
  }
}

/** Returns a packument's reference to the attestation. The client requests the path from its own registry. */
export function attestationsOf({ name, version }: Omit<Attested, 'integrity'>, { predicateType }: Attestation): object {
  const url = `http://localhost/-/npm/v1/attestations/${name.replace('/', '%2f')}@${version}`;
  return { url, provenance: { predicateType } };
}
