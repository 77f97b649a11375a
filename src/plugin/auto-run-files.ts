/**
 * Pictures, fonts, sounds, styles, texts and data: a browser shows them and runs nothing of them. Types aren't told by
 * what runs, as every list of those is too short: `.svgz`, `.shtml`, `.xsl`, `.es3`. Sources of the client are counted
 * by their lines.
 */
const shown = new RegExp(
  String.raw`\.(?:${[
    'avif|bmp|gif|ico|jpe?g|png|webp',
    'eot|otf|ttf|woff2?',
    'flac|m4[av]|mp[34]|og[agv]|opus|wav|weba|webm|vtt',
    'css|less|s[ac]ss',
    'csv|json|map|md|pdf|txt|webmanifest|ya?ml',
    '[cm]?tsx?|jsx',
  ].join('|')})$`,
  'iu',
);

/** Whether a browser may run a file of a project that it opens, though no code of the client imports it. */
export function isRunWhenOpened(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^(?:public|client)\//iu.test(path) && name.lastIndexOf('.') > 0 && !shown.test(name);
}
