import { mayRead, publishersOf } from './access-rules.ts';
import { advisoriesFor } from './advisories.ts';
import { showOwners } from './owners.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import { pathOf, readOf } from './routes.ts';
import type { RegistryState } from './state.ts';
import { isUser } from './users.ts';
import type { Handler, Request, Response } from './verdaccio.ts';

interface Release {
  readonly name: string;
  readonly version: string;
}

/** Answers requests that change no data and that Verdaccio does not support. */
export class RegistryReads {
  readonly #state: RegistryState;

  constructor(state: RegistryState) {
    this.#state = state;
  }

  /** Answers user lookups for owner changes and requests for attestations, and adds the owners to packuments. */
  readonly read: Handler = (request, response, next) => {
    const read = readOf(pathOf(request.url));
    if (read?.kind === 'attestations') return this.#attested(read, request, response);
    if (read?.kind === 'packument' && this.#state.records.of(read.name) !== undefined) {
      const revision = this.#state.revisions.of(read.name);
      showOwners(response, { revision, ownersNow: () => this.#ownersOf(read.name) });
    }
    if (read?.kind !== 'user' || request.remote_user?.name === undefined) return next();
    if (isUser(read.name, this.#state.folder)) return response.json({ name: read.name, email: '' });
    return answerRefusal(response, new Refusal(404, 'genlock: the user does not exist'));
  };

  /** Answers an attestation request. A user without read access must not learn whether a package exists. */
  #attested({ name, version }: Release, request: Request, response: Response): void {
    const isReader = mayRead(name, request.remote_user?.name, this.#state.configuration);
    const text = isReader ? this.#state.attestations.of({ name, version }) : undefined;
    if (text === undefined) return answerRefusal(response, new Refusal(404, 'genlock: the attestations do not exist'));
    return response.json(JSON.parse(text));
  }

  #ownersOf(name: string): readonly string[] {
    const owners = publishersOf(name, this.#state.configuration) ?? this.#state.records.of(name)?.owners ?? [];
    return owners.filter((owner) => isUser(owner, this.#state.folder));
  }

  /** Answers npm's request for advisories about installed packages. */
  advise(request: Request, response: Response): void {
    try {
      response.json(advisoriesFor(request.body, { ...this.#state, user: request.remote_user?.name }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answerRefusal(response, error);
    }
  }
}
