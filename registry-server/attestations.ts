import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { requireStatement } from '../registry-client/statement.ts';
import { jsonOf } from './json.ts';
import { writeWhole } from './package-records.ts';
import { rejected } from './refusal.ts';

/** A release, and its bytes. */
export interface Attested {
  readonly name: string;
  readonly version: string;
  /** `sha512-…` of the archive. */
  readonly integrity: string;
}

/** What a registry keeps of how a release was made, in the form npm's registries answer with. */
export interface Attestation {
  readonly predicateType: string;
  readonly bundle: unknown;
}

/** Characters of a bundle; real ones have about ten thousand. */
const mostBundle = 256 * 1024;

const shapeSchema = z.looseObject({ mediaType: z.string().startsWith('application/vnd.dev.sigstore.bundle') });

/**
 * A bundle that was sent along: one of Sigstore's, and about just this release. Who signed it is for whoever adds the
 * plugin to judge, by whom they trust.
 *
 * @param text JSON
 * @throws Refusal, RegistryError REGISTRY_PROVENANCE_INVALID
 */
export function readAttestation(text: string, release: Attested): Attestation {
  if (text.length > mostBundle) throw rejected(`the attestation takes more than ${mostBundle} characters`);
  const { data: bundle } = shapeSchema.safeParse(jsonOf(text));
  if (bundle === undefined) throw rejected('the attestation is no bundle of Sigstore');
  return { predicateType: requireStatement(bundle, release), bundle };
}

/** The attestations of a registry: a file each, beside the packages. */
export class Attestations {
  readonly #folder: string;

  /** @param folder absolute; has to be there */
  constructor(folder: string) {
    this.#folder = folder;
  }

  set(release: Omit<Attested, 'integrity'>, attestation: Attestation): void {
    writeWhole(this.#fileOf(release), JSON.stringify({ attestations: [attestation] }));
  }

  delete(release: Omit<Attested, 'integrity'>): void {
    rmSync(this.#fileOf(release), { force: true });
  }

  /** The registry's answer, as JSON; nothing where it has none. */
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

/** What a packument says of the attestation of a release. The client asks its own registry for that path. */
export function attestationsOf({ name, version }: Omit<Attested, 'integrity'>, { predicateType }: Attestation): object {
  const url = `http://localhost/-/npm/v1/attestations/${name.replace('/', '%2f')}@${version}`;
  return { url, provenance: { predicateType } };
}
