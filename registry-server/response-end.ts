import type { Response } from './verdaccio.ts';

/**
 * Calls a function just before the response is sent. Does not wait for the client, which may be slow or disconnected.
 */
export function onResponseEnd(response: Response, then: () => void): void {
  const end = response.end.bind(response);
  response.end = (...given: readonly unknown[]) => {
    then();
    return end(...given);
  };
}
