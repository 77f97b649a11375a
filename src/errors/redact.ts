/** What is shown instead of a secret. */
const mask = '[secret]';

/** Shorter texts are in too many words to be taken out of them. */
const shortest = 4;

const kept = new Set<string>();

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
  for (const form of forms) kept.add(form);
}

/** A text without the secrets that were read so far; what is JSON stays JSON. */
export function redact(text: string): string {
  return [...kept]
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, form) => rest.replaceAll(form, mask), text);
}
