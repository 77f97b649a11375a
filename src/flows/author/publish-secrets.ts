import { extname } from 'node:path';

/** A secret in a text. */
export interface FoundSecret {
  /** The end of the sentence `it holds …`. */
  readonly what: string;
  /** From 1. */
  readonly line: number;
}

/**
 * Forms that are held against the rules loosely: a library knows many more, and each to the letter, so that it misses what
 * is cut off, made for a trial, or of an older form.
 */
const loose: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]{1,20} ){0,5}PRIVATE KEY(?: BLOCK)?-----/u],
  ['a token in a line of an .npmrc', /:_(?:authToken|auth|password)\s*=\s*[^\s$]{8}/u],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40})/u],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/u],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/u],
  ['a token of Slack', /\bxox[abeoprs]-[0-9A-Za-z-]{20}/u],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{20}/u],
  ['a key of OpenAI or Anthropic', /\bsk-(?:proj|ant|svcacct|admin)-[\w-]{20}/u],
  ['a token of DigitalOcean', /\bdo[opr]_v1_[a-f0-9]{64}\b/u],
  ['a token of PyPI', /\bpypi-AgE[\w-]{50}/u],
  ['a token of a session', /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{20}/u],
];

/** An address with a password in it, of whatever protocol: the library knows those of three databases, and of the web. */
const address =
  /\b[a-z][a-z0-9+.-]{1,30}:\/\/(?<user>[^\s:/?#@"'`<>]{0,100}):(?<password>[^\s/?#"'`<>]{4,200})@[^\s/?#@"'`<>]/giu;
/** What examples and templates have in the place of a password. */
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

/** Secrets in a file, by their forms. @param path as errors name it */
export async function secretsIn(path: string, text: string): Promise<readonly FoundSecret[]> {
  const own = loose.flatMap(([what, pattern]): readonly FoundSecret[] => {
    const at = text.search(pattern);
    return at === -1 ? [] : [{ what, line: text.slice(0, at).split('\n').length }];
  });
  const lines = new Set(own.map(({ line }) => line));
  const addresses = text.split('\n').flatMap((line, index): readonly FoundSecret[] => {
    return hasPassword(line) ? [{ what: 'an address with a password in it', line: index + 1 }] : [];
  });
  const more = [...(await known(path, text)), ...addresses];
  return [...own, ...more.filter(({ line }) => !lines.has(line) && lines.add(line))];
}

/** By which a comment in a file keeps the others from saying what they found. */
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
    what: `a secret by its form: ${ruleId.replace(/^.*secretlint-rule-/u, '')}`,
    line: loc.start.line,
  }));
}
