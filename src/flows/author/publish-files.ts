import { redact } from '../../errors/redact.ts';
import type { Problem } from '../../errors/error.ts';
import { secretsIn } from './publish-secrets.ts';

/** Names of files that contain only secrets. */
const secretFiles = new RegExp(
  [
    // Environment files and configuration files with credentials.
    String.raw`(?:^|/)(?:\.env(?:\.[^/]+)?|[^/]+\.env|\.envrc|secrets\.(?:ya?ml|json|toml)|[^/]+\.(?:tfstate|tfvars)(?:\.[^/]+)?)$`,
    String.raw`(?:^|/)\.(?:npmrc|netrc|pgpass|pypirc|htpasswd|dockercfg|dockerconfigjson|git-credentials|vault-token|yarnrc(?:\.yml)?)(?:\.[^/]+)?$`,
    String.raw`(?:^|/)(?:credentials(?:\.json)?|service-account[^/]*\.json|kubeconfig(?:\.ya?ml)?)$`,
    // Keys and key stores.
    String.raw`(?:^|/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub$)[^/]*|[^/]+\.(?:pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx))$`,
    String.raw`(?:^|/)\.(?:(?:ssh|aws|gnupg|kube|azure|gcloud)/|docker/config\.json$)`,
  ].join('|'),
  'iu',
);

/** Example files with placeholders. */
const samples = /\.(?:example|sample|template)$/iu;

/** Temporary files of tools and editors. */
const strayFiles =
  /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|[^/]+~|[^/]+\.(?:tgz|tar|zip|log|orig|rej|swp|swo|bak|sqlite3?|db|heapsnapshot|tsbuildinfo))$|(?:^|\/)(?:\.git|\.svn|\.hg|\.idea|\.vscode|\.claude|\.cursor|\.cache|\.nyc_output|coverage|node_modules)\//iu;

/**
 * Returns a problem for each file that must not be published: files with secrets, including secrets of this machine,
 * and stray files.
 *
 * @param files package path → bytes
 */
export async function unpublishable(files: ReadonlyMap<string, Uint8Array>): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [path, bytes] of files) problems.push(...(await problemsOf(path, bytes)));
  return problems;
}

async function problemsOf(path: string, bytes: Uint8Array): Promise<readonly Problem[]> {
  const secret = (message: string, line?: number): Problem => ({
    code: 'PUBLISH_SECRET',
    message,
    where: { file: path, ...(line !== undefined && { line, column: 1 }) },
  });
  if (secretFiles.test(path) && !samples.test(path)) return [secret(`${path} is a secrets file`)];
  if (strayFiles.test(path)) {
    return [{ code: 'PUBLISH_STRAY', message: `${path} is not part of a plugin`, where: { file: path } }];
  }
  // Secrets are ASCII. Without zero bytes, UTF-16 and UTF-32 are readable as UTF-8.
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '');
  const found = await secretsIn(path, text);
  if (found.length > 0) return found.map(({ what, line }) => secret(`${path} contains ${what}`, line));
  return redact(text) === text ? [] : [secret(`${path} contains a secret from your configuration`)];
}
