import type { Response } from './verdaccio.ts';

/**
 * Calls back once there is an answer, just before it is sent: whoever asked may be gone by then, or take what is sent
 * when they like, and nobody else waits for that.
 */
export function onResponseEnd(response: Response, then: () => void): void {
  const end = response.end.bind(response);
  response.end = (...given: readonly unknown[]) => {
    then();
    return end(...given);
  };
}
