import { extname } from 'node:path';

/** Secret found in a file. */
export interface FoundSecret {
  /** Description of the secret, the end of the sentence `… contains …`. */
  readonly what: string;
  /** From 1. */
  readonly line: number;
}

/**
 * Patterns for common secret formats. They are less strict than the library, so that truncated, test and legacy secrets
 * are found too.
 */
const loose: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]{1,20} ){0,5}PRIVATE KEY(?: BLOCK)?-----/u],
  ['a token in an .npmrc line', /:_(?:authToken|auth|password)\s*=\s*[^\s$]{8}/u],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40})/u],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/u],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{35}\b/u],
  ['a Slack token', /\bxox[abeoprs]-[0-9A-Za-z-]{20}/u],
  ['a Stripe key', /\b[rs]k_live_[0-9A-Za-z]{20}/u],
  ['an OpenAI or Anthropic key', /\bsk-(?:proj|ant|svcacct|admin)-[\w-]{20}/u],
  ['a DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{64}\b/u],
  ['a PyPI token', /\bpypi-AgE[\w-]{50}/u],
  ['a session token', /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{20}/u],
];

/** URL with a password, for any protocol. The library checks only three database protocols and HTTP. */
const address =
  /\b[a-z][a-z0-9+.-]{1,30}:\/\/(?<user>[^\s:/?#@"'`<>]{0,100}):(?<password>[^\s/?#"'`<>]{4,200})@[^\s/?#@"'`<>]/giu;
/** Placeholders for passwords in examples and templates. */
const placeholders: readonly RegExp[] = [
  /^(?:(?:my|your|the)[-_]?)?(?:changeme|example|pass|password|passwd|pw|pwd|secret|token)$/iu,
  /^(.)\1*$/u,
  /\$[A-Z_{(]|\{|%[A-Z_]+%/u,
];

function hasPassword(line: string): boolean {
  return [...line.matchAll(address)].some(({ groups: { user = '', password = '' } = {} }) => {
    return user !== password && !placeholders.some((pattern) => pattern.test(password));
  });
}

/** Finds secrets in a file. @param path file name for messages */
export async function secretsIn(path: string, text: string): Promise<readonly FoundSecret[]> {
  const own = loose.flatMap(([what, pattern]): readonly FoundSecret[] => {
    const at = text.search(pattern);
    return at === -1 ? [] : [{ what, line: text.slice(0, at).split('\n').length }];
  });
  const lines = new Set(own.map(({ line }) => line));
  const addresses = text.split('\n').flatMap((line, index): readonly FoundSecret[] => {
    return hasPassword(line) ? [{ what: 'a URL with a password', line: index + 1 }] : [];
  });
  const more = [...(await known(path, text)), ...addresses];
  return [...own, ...more.filter(({ line }) => !lines.has(line) && lines.add(line))];
}

/** Rule that lets comments in a file suppress findings. */
const commentsRule = '@secretlint/secretlint-rule-filter-comments';

async function known(path: string, content: string): Promise<readonly FoundSecret[]> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const unfiltered = rules.filter(({ meta }) => meta.id !== commentsRule).map((rule) => ({ id: rule.meta.id, rule }));
  const { messages } = await lintSource({
    source: { content, filePath: path, ext: extname(path), contentType: 'text' },
    options: { config: { rules: unfiltered } },
  });
  return messages.map(({ ruleId, loc }) => ({
    what: `a secret: ${ruleId.replace(/^.*secretlint-rule-/u, '')}`,
    line: loc.start.line,
  }));
}
