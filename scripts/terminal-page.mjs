/** Colours of the terminal by SGR code. */
const colours = {
  30: '#484f58',
  31: '#ff7b72',
  32: '#3fb950',
  33: '#d29922',
  34: '#58a6ff',
  35: '#bc8cff',
  36: '#39c5cf',
  37: '#e6edf3',
  90: '#8b949e',
};

/**
 * Returns an HTML page that shows the screen of a terminal.
 *
 * @param {string} screen the text with SGR escape sequences
 */
export function terminalPage(screen) {
  // The last line is the prompt of the shell.
  const lines = screen.trimEnd().replace(/\n+\$$/u, '');
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #0d1117; }
    pre { box-sizing: border-box; display: inline-block; margin: 0; padding: 20px 24px; color: #e6edf3;
      font: 14px/1.45 "DejaVu Sans Mono", monospace; }
  </style><pre>${spans(lines)}</pre>`;
}

/** @param {string} text */
function spans(text) {
  const [first = '', ...rest] = text.split('\u001B[');
  /** @type {Record<string, string>} */
  let style = {};
  const styled = rest.map((part) => {
    const [, codes = '', shown = ''] = /^([\d;]*)m([^]*)$/u.exec(part) ?? [];
    for (const code of codes.split(';').map(Number)) style = styleAfter(style, code);
    const css = Object.entries(style).map(([name, value]) => `${name}:${value}`);
    return css.length === 0 ? escaped(shown) : `<span style="${css.join(';')}">${escaped(shown)}</span>`;
  });
  return escaped(first) + styled.join('');
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * @param {Record<string, string>} style
 * @param {number} code
 * @returns {Record<string, string>}
 */
function styleAfter(style, code) {
  const { color: _, ...withoutColour } = style;
  if (code === 0) return {};
  if (code === 1) return { ...style, 'font-weight': 'bold' };
  if (code === 2) return { ...style, opacity: '0.65' };
  if (code === 4) return { ...style, 'text-decoration': 'underline' };
  if (code === 22) return Object.fromEntries(Object.entries(style).filter(([name]) => !/weight|opacity/u.test(name)));
  if (code === 39) return withoutColour;
  const colour = Object.entries(colours).find(([known]) => Number(known) === code)?.[1];
  return colour === undefined ? style : { ...style, color: colour };
}
