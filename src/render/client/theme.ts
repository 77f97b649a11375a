import type { Emitter, RenderInput } from '../emitter.ts';
import { type Claim, settleClaims } from './claims.ts';

/** Variables of the default theme that contain colours. */
const colorNames =
  /^--(?:(?:background|foreground|border|input|ring|chart-\d)|(?:sidebar|card|popover|primary|secondary|muted|accent|destructive)(?:-.+)?)$/;

/** `222.2 84% 4.9%`, optionally with opacity: the colour format of older themes. */
const bareColor = /^-?[\d.]+(?:deg)? [\d.]+% [\d.]+%(?: ?\/ ?[\d.]+%?)?$/;

/** Keeps plugin values unchanged, because the formatter would modify some. */
const asGiven = '/* oxfmt-ignore */';

/** `client/generated/theme.css`: custom properties of plugins, which override `client/theme.css`. */
export const theme: Emitter = function* ({ contributions }) {
  const variables = settleClaims('CSS variable', cssClaims(contributions));
  const lines = [...variables].map(([name, value]) => `  ${name}: ${colorOf(name, value)};`);
  const comment = '/* Rendered by Genlock from genlock.json: changes made here are lost. */';
  const text = lines.length === 0 ? [comment] : [comment, '', asGiven, ':root {', ...lines, '}'];
  yield { path: 'client/generated/theme.css', content: `${text.join('\n')}\n` };
};

function* cssClaims(contributions: RenderInput['contributions']): Generator<Claim<string>> {
  for (const { manifest, operations } of contributions) {
    for (const operation of operations) {
      if (operation.kind !== 'registerCSS') continue;
      for (const [name, value] of Object.entries(operation.variables)) yield { name, owner: manifest.name, value };
    }
  }
}

/** Converts three bare numbers to `hsl(…)`, because the theme's colours are complete values. */
function colorOf(name: string, value: string): string {
  return colorNames.test(name) && bareColor.test(value) ? `hsl(${value})` : value;
}
