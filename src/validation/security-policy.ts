import { ofKind, refusal, type OperationValidator } from './context.ts';

/** More sources of one resource would make the header of every response long. */
const mostSources = 20;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A host name with at least two labels. The last label begins with a letter, so it is not an IP address. */
const host = String.raw`(?:${label}\.)+(?!\d)${label}`;
const sourcePattern = new RegExp(String.raw`^(https|wss)://(?:${host}|\*\.${host})$`, 'u');

/**
 * Validates sources of the Content-Security-Policy: host names with https, or wss for connections. A wildcard replaces
 * the first label only. Keywords, schemes, ports, paths and IP addresses are refused.
 */
export const validateSecurityPolicy: OperationValidator = function* (trial) {
  for (const { sources } of ofKind(trial.operations, 'registerSecurityPolicy')) {
    for (const [resource, list] of Object.entries(sources)) {
      for (const source of list) {
        if (isSource(source, resource)) continue;
        const reason = `lets pages load ${resource} resources from ${JSON.stringify(source)}, which is not a host`;
        yield refusal(trial, { code: 'JUDGE_POLICY_SOURCE', reason });
      }
      if (list.length <= mostSources) continue;
      const reason = `registers ${list.length} hosts for ${resource} resources; the limit is ${mostSources}`;
      yield refusal(trial, { code: 'JUDGE_POLICY_SIZE', reason });
    }
  }
};

function isSource(source: string, resource: string): boolean {
  const [, scheme] = sourcePattern.exec(source) ?? [];
  return scheme === 'https' || (scheme === 'wss' && resource === 'connect');
}
