/** What is shown instead of a secret. */
const mask = '[secret]';

/** Shorter texts are in too many words to be taken out of them. */
const shortest = 4;

/** The longest first, so that no other one takes a part of it away. */
let kept: readonly string[] = [];

/** Takes a secret that was read, in every form it may turn up in: from here on nothing that is printed shows it. */
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

/** A text without the secrets that were read so far; what is JSON stays JSON. */
export function redact(text: string): string {
  return kept.reduce((rest, form) => rest.replaceAll(form, mask), text);
}
