import { redact } from '../errors/redact.ts';
import type { Problem } from '../errors/error.ts';

/** Files that hold nothing but secrets, by their names. */
const secretFiles =
  /(?:^|\/)(?:\.env(?:\.(?!example$|sample$|template$)[^/]+)?|\.npmrc|\.netrc|\.git-credentials|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)|credentials\.json|service-account[^/]*\.json|[^/]+\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$|(?:^|\/)\.(?:ssh|aws|gnupg)\//iu;

/** What is left behind by tools and editors. */
const strayFiles =
  /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|[^/]+~|[^/]+\.(?:tgz|tar|zip|log|orig|rej|swp|swo|bak|sqlite3?|db|heapsnapshot|tsbuildinfo))$|(?:^|\/)(?:\.git|\.svn|\.hg|\.idea|\.vscode|\.cache|coverage|node_modules)\//iu;

/** Texts that are secrets wherever they are. */
const secretTexts: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/u],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/u],
  ['a token in a line of an .npmrc', /:_(?:authToken|auth|password)\s*=\s*[^\s$]{8}/u],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/u],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/u],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/u],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/u],
  ['a token of Slack', /\bxox[abeoprs]-[0-9A-Za-z-]{20,}/u],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{20,}/u],
  ['a token of a session', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/u],
];

/**
 * What of a package must not go out: secrets, by their names and by what is in them, those of this machine included; and
 * what nobody meant to send.
 *
 * @param files package path → bytes
 */
export function unpublishable(files: ReadonlyMap<string, Uint8Array>): readonly Problem[] {
  return [...files].flatMap(([path, bytes]) => problemsOf(path, bytes));
}

function problemsOf(path: string, bytes: Uint8Array): readonly Problem[] {
  const secret = (message: string, line?: number): Problem => ({
    code: 'PUBLISH_SECRET',
    message,
    where: { file: path, ...(line !== undefined && { line, column: 1 }) },
  });
  if (secretFiles.test(path)) return [secret(`${path} is a file of secrets`)];
  if (strayFiles.test(path)) {
    return [{ code: 'PUBLISH_STRAY', message: `${path} is no part of a plugin`, where: { file: path } }];
  }
  const text = new TextDecoder().decode(bytes);
  const found = secretTexts.flatMap(([what, pattern]) => {
    const at = text.search(pattern);
    return at === -1 ? [] : [secret(`${path} holds ${what}`, text.slice(0, at).split('\n').length)];
  });
  if (found.length > 0 || redact(text) === text) return found;
  return [secret(`${path} holds a secret of your own configuration`)];
}
