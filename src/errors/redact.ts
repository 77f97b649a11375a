/** Replacement for secrets in output. */
const mask = '[secret]';

/** Minimum length of redacted secrets. Shorter strings occur in too many ordinary words. */
const shortest = 4;

/** Secrets to redact, longest first, so that a shorter one does not split a longer one. */
let kept: readonly string[] = [];

/** Registers a secret in all encodings in which it can appear. Output after this call never contains it. */
export function keepSecret(secret: string): void {
  if (secret.length < shortest) return;
  const base64 = Buffer.from(secret).toString('base64');
  const forms = [
    secret,
    base64,
    base64.replace(/=+$/u, ''),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([[secret, '']]).toString().slice(0, -1),
    JSON.stringify(secret).slice(1, -1),
  ];
  kept = [...new Set([...kept, ...forms])].toSorted((one, other) => other.length - one.length);
}

/** Removes the registered secrets from a string. JSON remains valid JSON. */
export function redact(text: string): string {
  return kept.reduce((rest, form) => rest.replaceAll(form, mask), text);
}
