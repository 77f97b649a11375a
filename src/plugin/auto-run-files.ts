/**
 * File types that browsers display without running code: images, fonts, audio, styles, text and data. A list of
 * executable types would be incomplete (`.svgz`, `.shtml`, `.xsl`, `.es3`). Client sources are listed because their
 * lines are counted separately.
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

/** Returns whether a browser may run a project file that it opens directly, without an import in client code. */
export function isRunWhenOpened(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^(?:public|client)\//iu.test(path) && name.lastIndexOf('.') > 0 && !shown.test(name);
}
