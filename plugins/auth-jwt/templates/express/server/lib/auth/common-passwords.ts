/** The most common words in passwords, most frequent first. */
const commonWords = new Set(
  `password passwort motdepasse contrasena senha wachtwoord parola qwerty qwertz azerty asdfgh asdfghjkl zxcvbnm
  qwertyuiop qazwsx qazwsxedc admin administrator root login welcome willkommen letmein iloveyou monkey dragon sunshine
  princess football baseball basketball soccer hockey master superman batman spiderman shadow michael jennifer jordan
  hunter ranger buster thomas robert daniel jessica ashley nicole charlie andrew michelle matthew joshua starwars
  pokemon trustno computer internet samsung google facebook whatever freedom secret test testing guest default changeme
  changeit hello helloworld summer winter spring autumn monday january company abc abcd abcdef abcdefg abcdefgh
  passphrase correcthorsebatterystaple loveme lovely flower cookie chocolate cheese mustang ferrari porsche harley
  access money killer pepper ginger tigger maggie blink matrix phoenix orange banana apple purple yellow family forever
  liverpool arsenal chelsea barcelona juventus nothing blessed angel babygirl onelove`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const keyboardRows = [
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
];

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Returns whether a password is easy to guess: a common word with affixes, a keyboard row or a
 * repeated string.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().replaceAll(/\s/g, '');
  const unit = repeatedUnit(text);
  const core = unit.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [unit, core, plain(unit), plain(core)].some(
    (word) =>
      word === '' || commonWords.has(word) || commonWords.has(repeatedUnit(word)) || isRow(word),
  );
}

/** Returns the repeated part of a string: `abc` for `abcabcabc`. */
function repeatedUnit(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}

function plain(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign);
}

/** Returns whether a password is a keyboard row, or has only a few different characters. */
function isRow(text: string): boolean {
  const backwards = [...text].toReversed().join('');
  return (
    new Set(text).size <= 3 ||
    keyboardRows.some((row) => [text, backwards].some((way) => row.repeat(4).includes(way)))
  );
}
