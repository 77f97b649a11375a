import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publishersOf, requireMayWrite } from './access-rules.ts';
import { publishedVersions, readChange, withdrawn, withVersion } from './changes.ts';
import { clearVersion, removeOrphanArchives } from './cleanup.ts';
import { readOwners, withOwners } from './owners.ts';
import { PackageQueue } from './package-queue.ts';
import type { PackageRecord } from './package-records.ts';
import { archiveName, hasAttachments, requireTag, storedBody, type Publication } from './publication.ts';
import { PublicationChecks } from './publication-checks.ts';
import { answerRefusal, Refusal, refusalOf, rejected } from './refusal.ts';
import { onResponseEnd } from './response-end.ts';
import type { Write } from './routes.ts';
import type { SigningKey } from './signing-key.ts';
import type { RegistryState } from './state.ts';
import { versionsIn } from './storage-check.ts';
import { isUser } from './users.ts';
import type { Handler, Request, Response } from './verdaccio.ts';

/** A request of a signed-in user that changes a package. */
export interface WriteRequest {
  readonly write: Exclude<Write, { readonly kind: 'account' }>;
  readonly user: string;
  readonly request: Request;
}

/** A write whose archive is validated. */
interface CheckedWrite extends WriteRequest {
  /** The validated publication, if the write publishes a version. */
  readonly publication: Publication | undefined;
}

interface Refused {
  readonly before: PackageRecord | undefined;
  readonly after: PackageRecord | undefined;
}

/** Checks requests that change a package, and records the change before Verdaccio stores it. */
export class PackageWrites {
  readonly #state: RegistryState;
  readonly #key: SigningKey;
  readonly #queue = new PackageQueue();
  readonly #checks = new PublicationChecks();

  constructor(state: RegistryState, key: SigningKey) {
    this.#state = state;
    this.#key = key;
  }

  /** Handles a write after all earlier writes to the package. Calls `next` if Verdaccio must also handle the request. */
  async handle(asked: WriteRequest, response: Response, next: Parameters<Handler>[2]): Promise<void> {
    const { name } = asked.write;
    const fail = (error: unknown): void => {
      const refusal = refusalOf(error);
      if (refusal === undefined) next(error);
      else answerRefusal(response, refusal);
    };
    try {
      const publication = await this.#validate(asked);
      await this.#queue.take(name, response, () => {
        this.#state.revisions.follow(name, response);
        try {
          if (this.#apply({ ...asked, publication }, response)) next();
          else response.status(201).json({ ok: true });
        } catch (error) {
          fail(error);
        }
      });
    } catch (error) {
      fail(error);
    }
  }

  /**
   * Validates the archive of a publication in another process; `undefined` for other writes. Only for users with write
   * permission, because the validation takes time.
   */
  async #validate({ write, user, request }: WriteRequest): Promise<Publication | undefined> {
    if (write.kind !== 'packument' || !hasAttachments(request.body)) return undefined;
    requireMayWrite(
      user,
      { name: write.name, owners: this.#state.records.of(write.name)?.owners },
      this.#state.configuration,
    );
    return this.#checks.check(write.name, { request: request.body, user });
  }

  /**
   * Applies a write.
   *
   * @returns whether Verdaccio must also handle the request
   */
  #apply({ write, user, request, publication }: CheckedWrite, response: Response): boolean {
    const { name } = write;
    const before = this.#state.records.of(name);
    requireMayWrite(user, { name, owners: before?.owners }, this.#state.configuration);
    const owners = write.kind === 'revision' ? readOwners(request.body) : undefined;
    if (write.kind === 'revision' && owners !== undefined) {
      this.#changeOwners(write, { before, owners });
      return false;
    }
    const after =
      publication === undefined
        ? this.#changedRecord({ write, user, request }, before)
        : this.#publish(publication, { user, request }, response);
    if (after === before) return true;
    this.#state.records.set(name, after);
    onResponseEnd(response, () => {
      if (response.statusCode >= 400)
        this.#state.records.takeBack(name, this.#recordAfterRefusal(name, { before, after }));
    });
    return true;
  }

  /**
   * Returns the record to keep after Verdaccio refused a write. Versions that were stored anyway keep their owner, and
   * concurrent ownership grants are kept.
   */
  #recordAfterRefusal(name: string, { before, after }: Refused): PackageRecord | undefined {
    if (before === undefined && !existsSync(this.#folderOf(name))) return undefined;
    const there = this.#versionsIn(name);
    const written = [...(after?.versions ?? [])].filter(([version]) => there.includes(version));
    const owners = this.#state.records.of(name)?.owners ?? before?.owners ?? [];
    return { owners, versions: new Map([...written, ...(before?.versions ?? [])]) };
  }

  #changeOwners(
    { name, base }: { readonly name: string; readonly base: string },
    { before, owners }: { readonly before: PackageRecord | undefined; readonly owners: readonly string[] },
  ): void {
    if (before === undefined) throw new Refusal(404, `genlock: ${name} does not exist`);
    if (publishersOf(name, this.#state.configuration) !== undefined) {
      throw new Refusal(403, `genlock: the publishers of ${name} are set in the registry's configuration`);
    }
    this.#state.revisions.requireCurrent(name, base);
    this.#state.records.set(name, withOwners(before, { owners, isUser: (user) => isUser(user, this.#state.folder) }));
  }

  /** Returns the record after the write. Replaces the request's body with the part that Verdaccio may handle. */
  #changedRecord({ write, request }: WriteRequest, before: PackageRecord | undefined): PackageRecord | undefined {
    const { name } = write;
    const there = this.#versionsIn(name);
    const published =
      before === undefined ? [] : publishedVersions(before).filter((version) => there.includes(version));
    // An interrupted removal of the whole package can be repeated.
    const changed = write.kind === 'removal' ? there : published;
    if (before === undefined || changed.length === 0) {
      throw rejected(`${name} does not exist; a package begins with a version`);
    }
    switch (write.kind) {
      case 'packument':
      case 'revision': {
        const { base, missing, body } = readChange(name, { request: request.body, published });
        request.body = body;
        const goesBy = write.kind === 'revision' ? write.base : base;
        if (goesBy !== undefined) this.#state.revisions.requireCurrent(name, goesBy);
        if (missing.length > 0) this.#requireUnpublish();
        return missing.length === 0 ? before : withdrawn(before, missing);
      }
      case 'removal':
        this.#requireUnpublish();
        this.#state.revisions.requireCurrent(name, write.base);
        removeOrphanArchives(this.#folderOf(name), name);
        return withdrawn(before, published);
      case 'archive': {
        this.#requireUnpublish();
        const files = published.map((version) => archiveName(name, version));
        if (files.includes(write.file)) throw rejected(`${write.file} belongs to a version that is published`);
        return before;
      }
      case 'tag':
        if (request.method === 'PUT') requireTag(write.tag, { version: request.body, published });
        return before;
      default:
        return write satisfies never;
    }
  }

  /**
   * Returns the stored versions. After an interrupted publication, a record can exist without a stored version. Such
   * versions cannot be changed.
   */
  #versionsIn(name: string): readonly string[] {
    return versionsIn(this.#folderOf(name)) ?? [];
  }

  #folderOf(name: string): string {
    return join(this.#state.folder.packages, name);
  }

  #publish(
    publication: Publication,
    { user, request }: Pick<WriteRequest, 'user' | 'request'>,
    response: Response,
  ): PackageRecord {
    const { name } = publication;
    const before = this.#state.records.of(name);
    const after = withVersion(before, { ...publication, user });
    const clear = (): void => clearVersion(this.#folderOf(name), publication);
    // Mirrored packages have no record and may have running downloads.
    if (before !== undefined) clear();
    // Runs before a partly written file can take the archive's name.
    onResponseEnd(response, () => {
      if (response.statusCode >= 500) clear();
    });
    // Keeps the attestation of an existing version, because Verdaccio will refuse to publish the version again.
    if (publication.attestation !== undefined && !this.#versionsIn(name).includes(publication.version)) {
      this.#state.attestations.set(publication, publication.attestation);
      onResponseEnd(response, () => {
        if (response.statusCode >= 400) this.#state.attestations.delete(publication);
      });
    }
    request.body = storedBody(publication, { user, signatures: [this.#key.sign(publication)] });
    return after;
  }

  #requireUnpublish(): void {
    if (this.#state.configuration.unpublish) return;
    throw new Refusal(403, 'genlock: this registry does not allow unpublishing; deprecate the version instead');
  }
}
