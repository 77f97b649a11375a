import type { IncomingHttpHeaders } from 'node:http';
import { readySignIn, setProfile } from './accounts.ts';
import { Attestations } from './attestations.ts';
import type { RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { applyOwnerGrants } from './owner-grants.ts';
import { Records } from './package-records.ts';
import { PackageWrites } from './package-writes.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import { RegistryReads } from './registry-reads.ts';
import { Revisions } from './revisions.ts';
import { asksForAdvisories, isRead, pathOf, profilePath, writeOf } from './routes.ts';
import { searchPastUnreadable } from './search.ts';
import { signingKey, type SigningKey } from './signing-key.ts';
import { keepTokens } from './tokens.ts';
import { isUser } from './users.ts';
import { quiet, type Application, type Auth, type Handler, type Identify } from './verdaccio.ts';
import type { Request, Response, Storage, Verdaccio } from './verdaccio.ts';
import { abortFailedUploads, outliveLog } from './verdaccio-patches.ts';

/**
 * The gate: middleware between authenticated requests and Verdaccio. Checks users, answers account requests, and passes
 * other requests to `RegistryReads` and `PackageWrites`.
 */
export class RegistryMiddleware {
  /** Whether Verdaccio has loaded the gate. Verdaccio also starts if a plugin fails, so the caller must check this. */
  isLoaded = false;
  readonly #configuration: RegistryConfiguration;
  readonly #records: Records;
  readonly #key: SigningKey;
  readonly #folder: RegistryFolder;
  readonly #verdaccio: Around['verdaccio'];
  readonly #revisions = new Revisions();
  readonly #reads: RegistryReads;
  readonly #writes: PackageWrites;
  #identify: Identify | undefined;

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
    const state = {
      configuration,
      folder,
      records: this.#records,
      revisions: this.#revisions,
      attestations: new Attestations(folder.attestations),
    };
    this.#reads = new RegistryReads(state);
    this.#writes = new PackageWrites(state, this.#key);
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
      return answerRefusal(response, new Refusal(401, 'genlock: sign in again'));
    }
    const isOpen = path === '/-/ping' || writeOf(request.method, path)?.kind === 'account';
    const reads = isRead(request.method) || asksForAdvisories(request.method, path);
    if (isOpen || (this.#configuration.anonymousRead && reads)) return next();
    return answerRefusal(response, new Refusal(401, 'genlock: sign in to use this registry'));
  };

  readonly #handle: Handler = (request, response, next) => {
    for (const name of applyOwnerGrants(this.#records, this.#folder)) this.#revisions.changed(name);
    if (isRead(request.method)) return this.#reads.read(request, response, next);
    if (asksForAdvisories(request.method, pathOf(request.url))) return this.#reads.advise(request, response);
    const write = writeOf(request.method, pathOf(request.url));
    if (write === undefined)
      return answerRefusal(response, new Refusal(403, 'genlock: this registry does not accept this request'));
    if (write.kind === 'account') return void this.#account(request, response, next);
    const user = request.remote_user?.name;
    if (user === undefined) return answerRefusal(response, new Refusal(401, 'genlock: sign in to use this registry'));
    return void this.#writes.handle({ write, user, request }, response, next);
  };

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
      return error instanceof Refusal ? answerRefusal(response, error) : next(error);
    }
    return next();
  }
}

/** Dependencies of the gate. */
interface Around {
  readonly folder: RegistryFolder;
  readonly verdaccio: Pick<Verdaccio, 'tokenRules' | 'passwords' | 'logStream'>;
}

const nothing = (): void => undefined;

/** Maximum session duration: a working day. Longer access requires a token that can be listed and revoked. */
const sessionSeconds = 12 * 3600;
