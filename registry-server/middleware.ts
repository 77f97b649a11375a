import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { advisoriesFor } from './advisories.ts';
import { readySignIn, setProfile } from './accounts.ts';
import { onResponseEnd } from './answered.ts';
import { Attestations } from './attestations.ts';
import { readChange, publishedVersions, withdrawn, withVersion } from './changes.ts';
import type { RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { applyOwnerGrants } from './owner-grants.ts';
import { removeOrphanArchives, clearVersion } from './cleanup.ts';
import { readOwners, showOwners, withOwners } from './owners.ts';
import { archiveName, hasAttachments, requireTag, storedBody, type Publication } from './publication.ts';
import { PublicationChecks } from './publication-checks.ts';
import { Records, type PackageRecord } from './package-records.ts';
import { Refusal, refusalOf, rejected } from './refusal.ts';
import { Revisions } from './revisions.ts';
import { asksForAdvisories, isRead, pathOf, profilePath, readOf, writeOf, type Write } from './routes.ts';
import { mayRead, publishersOf, requireMayWrite } from './access-rules.ts';
import { searchPastUnreadable } from './search.ts';
import { signingKey, type SigningKey } from './signing-key.ts';
import { keepTokens } from './tokens.ts';
import { PackageQueue } from './package-queue.ts';
import { isUser } from './users.ts';
import { quiet, type Application, type Auth, type Handler, type Identify } from './verdaccio.ts';
import type { Request, Response, Storage, Verdaccio } from './verdaccio.ts';
import { abortFailedUploads, outliveLog } from './verdaccio-patches.ts';
import { versionsIn } from './storage-check.ts';

/** The gate: middleware between authenticated requests and Verdaccio. */
export class RegistryMiddleware {
  /** Whether Verdaccio has loaded the gate. Verdaccio also starts if a plugin fails, so the caller must check this. */
  isLoaded = false;
  readonly #configuration: RegistryConfiguration;
  readonly #records: Records;
  readonly #key: SigningKey;
  readonly #attestations: Attestations;
  readonly #folder: RegistryFolder;
  readonly #verdaccio: Around['verdaccio'];
  readonly #revisions = new Revisions();
  #identify: Identify | undefined;
  readonly #queue = new PackageQueue();
  readonly #checks = new PublicationChecks();

  /**
   * Creates the gate.
   *
   * @throws GenlockError REGISTRY_SERVER_FAILED if the records or the key are damaged
   */
  constructor(configuration: RegistryConfiguration, { folder, verdaccio }: Around) {
    this.#configuration = configuration;
    this.#folder = folder;
    this.#verdaccio = verdaccio;
    this.#records = new Records(folder.records);
    this.#key = signingKey(folder.key);
    this.#attestations = new Attestations(folder.attestations);
  }

  /** Called by Verdaccio, which defines the name. */
  // oxlint-disable-next-line typescript/naming-convention
  register_middlewares(application: Application, auth: Auth, storage: Storage): void {
    this.#identify = auth.apiJWTmiddleware();
    application.get('/-/npm/v1/keys', (_, response) => response.json({ keys: [this.#key.published] }));
    // Verdaccio applies token rules only after the gate, but the gate answers some requests itself.
    application.use(this.#verdaccio.tokenRules(storage, quiet));
    searchPastUnreadable(storage, this.#folder);
    keepTokens(storage, this.#folder);
    abortFailedUploads(storage);
    outliveLog(storage, this.#verdaccio, this.#folder.log);
    application.use(this.#admit);
    application.use(this.#handle);
    this.isLoaded = true;
  }

  /** Returns whether headers contain a valid token. The request body is not needed. */
  readonly identifies = (headers: IncomingHttpHeaders): boolean => {
    const asked: Parameters<Identify>[0] = { headers, pause: nothing, resume: nothing };
    try {
      this.#identify?.(asked, { locals: {} }, nothing);
    } catch {
      // Verdaccio throws for unreadable tokens and for tokens that are not valid yet.
      return false;
    }
    return asked.remote_user?.name !== undefined;
  };

  /** Refuses unauthenticated requests, expired sessions and removed users. */
  readonly #admit: Handler = (request, response, next) => {
    const { name, token, iat } = request.remote_user ?? {};
    const path = pathOf(request.url);
    if (name !== undefined) {
      const isOld = token === undefined && iat !== undefined && Date.now() / 1000 - iat > sessionSeconds;
      if (!isOld && isUser(name, this.#folder)) return next();
      return answer(response, new Refusal(401, 'genlock: sign in again'));
    }
    const isOpen = path === '/-/ping' || writeOf(request.method, path)?.kind === 'account';
    const reads = isRead(request.method) || asksForAdvisories(request.method, path);
    if (isOpen || (this.#configuration.anonymousRead && reads)) return next();
    return answer(response, new Refusal(401, 'genlock: sign in to use this registry'));
  };

  readonly #handle: Handler = (request, response, next) => {
    for (const name of applyOwnerGrants(this.#records, this.#folder)) this.#revisions.changed(name);
    if (isRead(request.method)) return this.#read(request, response, next);
    if (asksForAdvisories(request.method, pathOf(request.url))) return this.#advise(request, response);
    const write = writeOf(request.method, pathOf(request.url));
    if (write === undefined)
      return answer(response, new Refusal(403, 'genlock: this registry does not accept this request'));
    if (write.kind === 'account') return void this.#account(request, response, next);
    const user = request.remote_user?.name;
    if (user === undefined) return answer(response, new Refusal(401, 'genlock: sign in to use this registry'));
    return void this.#write({ write, user, request }, response, next);
  };

  #advise(request: Request, response: Response): void {
    const around = { user: request.remote_user?.name, folder: this.#folder, configuration: this.#configuration };
    try {
      response.json(advisoriesFor(request.body, around));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer(response, error);
    }
  }

  async #write(asked: Omit<Asked, 'publication'>, response: Response, next: Parameters<Handler>[2]): Promise<void> {
    const { name } = asked.write;
    const fail = (error: unknown): void => {
      const refusal = refusalOf(error);
      if (refusal === undefined) next(error);
      else answer(response, refusal);
    };
    try {
      const publication = await this.#checked(asked);
      await this.#queue.take(name, response, () => {
        this.#revisions.follow(name, response);
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
  async #checked({ write, user, request }: Omit<Asked, 'publication'>): Promise<Publication | undefined> {
    if (write.kind !== 'packument' || !hasAttachments(request.body)) return undefined;
    requireMayWrite(user, { name: write.name, owners: this.#records.of(write.name)?.owners }, this.#configuration);
    return this.#checks.check(write.name, { request: request.body, user });
  }

  async #account(request: Request, response: Response, next: Parameters<Handler>[2]): Promise<void> {
    const around = {
      configuration: this.#configuration,
      folder: this.#folder,
      verdaccio: this.#verdaccio,
      owns: (name: string) => [...this.#records.all().values()].some(({ owners }) => owners.includes(name)),
    };
    try {
      if (request.method === 'PUT') await readySignIn(request, around);
      else if (pathOf(request.url) === profilePath) return response.json(await setProfile(request, around));
    } catch (error) {
      return error instanceof Refusal ? answer(response, error) : next(error);
    }
    return next();
  }

  /**
   * Applies a write.
   *
   * @returns whether Verdaccio must also handle the request
   */
  #apply({ write, user, request, publication }: Asked, response: Response): boolean {
    const { name } = write;
    const before = this.#records.of(name);
    requireMayWrite(user, { name, owners: before?.owners }, this.#configuration);
    const owners = write.kind === 'revision' ? readOwners(request.body) : undefined;
    if (write.kind === 'revision' && owners !== undefined) {
      this.#changeOwners(write, { before, owners });
      return false;
    }
    const after =
      publication === undefined
        ? this.#next({ write, user, request }, before)
        : this.#published(publication, { user, request }, response);
    if (after === before) return true;
    this.#records.set(name, after);
    onResponseEnd(response, () => {
      if (response.statusCode >= 400) this.#records.takeBack(name, this.#left(name, { before, after }));
    });
    return true;
  }

  /**
   * Returns the record to keep after Verdaccio refused a write. Versions that were stored anyway keep their owner, and
   * concurrent ownership grants are kept.
   */
  #left(name: string, { before, after }: Refused): PackageRecord | undefined {
    if (before === undefined && !existsSync(this.#folderOf(name))) return undefined;
    const there = this.#versionsIn(name);
    const written = [...(after?.versions ?? [])].filter(([version]) => there.includes(version));
    const owners = this.#records.of(name)?.owners ?? before?.owners ?? [];
    return { owners, versions: new Map([...written, ...(before?.versions ?? [])]) };
  }

  #changeOwners(
    { name, base }: { readonly name: string; readonly base: string },
    { before, owners }: { readonly before: PackageRecord | undefined; readonly owners: readonly string[] },
  ): void {
    if (before === undefined) throw new Refusal(404, `genlock: ${name} does not exist`);
    if (publishersOf(name, this.#configuration) !== undefined) {
      throw new Refusal(403, `genlock: the publishers of ${name} are set in the registry's configuration`);
    }
    this.#revisions.requireCurrent(name, base);
    this.#records.set(name, withOwners(before, { owners, isUser: (user) => isUser(user, this.#folder) }));
  }

  /** Returns the record after the write. Replaces the request's body with the part that Verdaccio may handle. */
  #next({ write, request }: Omit<Asked, 'publication'>, before: PackageRecord | undefined): PackageRecord | undefined {
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
        if (goesBy !== undefined) this.#revisions.requireCurrent(name, goesBy);
        if (missing.length > 0) this.#requireUnpublish();
        return missing.length === 0 ? before : withdrawn(before, missing);
      }
      case 'removal':
        this.#requireUnpublish();
        this.#revisions.requireCurrent(name, write.base);
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
    return join(this.#folder.packages, name);
  }

  #published(
    publication: Publication,
    { user, request }: Pick<Asked, 'user' | 'request'>,
    response: Response,
  ): PackageRecord {
    const { name } = publication;
    const before = this.#records.of(name);
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
      this.#attestations.set(publication, publication.attestation);
      onResponseEnd(response, () => {
        if (response.statusCode >= 400) this.#attestations.delete(publication);
      });
    }
    request.body = storedBody(publication, { user, signatures: [this.#key.sign(publication)] });
    return after;
  }

  #requireUnpublish(): void {
    if (this.#configuration.unpublish) return;
    throw new Refusal(403, 'genlock: this registry does not allow unpublishing; deprecate the version instead');
  }

  /**
   * Answers read requests that Verdaccio does not support: user lookups for owner changes, package owners and
   * attestations.
   */
  readonly #read: Handler = (request, response, next) => {
    const read = readOf(pathOf(request.url));
    if (read?.kind === 'attestations') return this.#attested(read, request, response);
    if (read?.kind === 'packument' && this.#records.of(read.name) !== undefined) {
      const revision = this.#revisions.of(read.name);
      showOwners(response, { revision, ownersNow: () => this.#ownersOf(read.name) });
    }
    if (read?.kind !== 'user' || request.remote_user?.name === undefined) return next();
    if (isUser(read.name, this.#folder)) return response.json({ name: read.name, email: '' });
    return answer(response, new Refusal(404, 'genlock: the user does not exist'));
  };

  /** Answers an attestation request. A user without read access must not learn whether a package exists. */
  #attested({ name, version }: Release, request: Request, response: Response): void {
    const isReader = mayRead(name, request.remote_user?.name, this.#configuration);
    const text = isReader ? this.#attestations.of({ name, version }) : undefined;
    if (text === undefined) return answer(response, new Refusal(404, 'genlock: the attestations do not exist'));
    return response.json(JSON.parse(text));
  }

  #ownersOf(name: string): readonly string[] {
    const owners = publishersOf(name, this.#configuration) ?? this.#records.of(name)?.owners ?? [];
    return owners.filter((owner) => isUser(owner, this.#folder));
  }
}

/** Dependencies of the gate. */
interface Around {
  readonly folder: RegistryFolder;
  readonly verdaccio: Pick<Verdaccio, 'tokenRules' | 'passwords' | 'logStream'>;
}

const nothing = (): void => undefined;

interface Asked {
  readonly write: Exclude<Write, { readonly kind: 'account' }>;
  readonly user: string;
  readonly request: Request;
  /** The validated publication, if the write publishes a version. */
  readonly publication: Publication | undefined;
}

interface Refused {
  readonly before: PackageRecord | undefined;
  readonly after: PackageRecord | undefined;
}

interface Release {
  readonly name: string;
  readonly version: string;
}

/** Maximum session duration: a working day. Longer access requires a token that can be listed and revoked. */
const sessionSeconds = 12 * 3600;

function answer(response: Response, { status, message }: Refusal): void {
  response.status(status).json({ error: message });
}
