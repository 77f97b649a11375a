/** Words whose letters look like the letters of another alphabet. */

/** Alphabets with letters that look like Latin ones (Unicode Technical Standard 39, "confusables"). */
const similar = [
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Deseret}/u,
  /\p{Script=Osage}/u,
] as const;
const latin = /\p{Script=Latin}/u;

/** Cyrillic and Greek letters that look like a Latin letter. A word of these letters only can be read as a Latin word. */
const twins = /^[асеорхуіјѕԁһӏԛԝѵɡАВЕКМНОРСТУХІЈЅԌԚԜαικνορτυχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u;

/**
 * Returns a word that mixes Latin letters with letters of a similar alphabet, or that has only letters that look like
 * Latin ones; `undefined` without such a word. Separators end a word, so `отчёт.ts` has two words.
 */
export function deceptiveWord(text: string): string | undefined {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).find(isDeceptive);
}

function isDeceptive(word: string): boolean {
  // Most words are ASCII.
  if (/^[ -~]*$/u.test(word)) return false;
  const alphabets = [latin, ...similar].filter((alphabet) => alphabet.test(word));
  return alphabets.length > 1 || (word.length > 1 && twins.test(word));
}

/** Returns the letters of a word outside ASCII as code points, such as `U+0430`. */
export function codePoints(word: string): string {
  const letters = Array.from(word).filter((letter) => !/^[ -~]$/u.test(letter));
  return [...new Set(letters)]
    .map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}
