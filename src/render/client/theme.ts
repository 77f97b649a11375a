import type { Emitter, RenderInput } from '../emitter.ts';
import { type Claim, settleClaims } from './claims.ts';

/** Variables of the default theme that hold a colour. */
const colorNames =
  /^--(?:(?:background|foreground|border|input|ring|chart-\d)|(?:sidebar|card|popover|primary|secondary|muted|accent|destructive)(?:-.+)?)$/;

/** `222.2 84% 4.9%`, perhaps with an opacity: how older themes write a colour. */
const bareColor = /^-?[\d.]+(?:deg)? [\d.]+% [\d.]+%(?: ?\/ ?[\d.]+%?)?$/;

/** Plugins' values stay as they wrote them; the formatter would change some. */
const asGiven = '/* oxfmt-ignore */';

/** `client/generated/theme.css`: the custom properties plugins register, over those of `client/theme.css`. */
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

/** The theme's colours are whole values, so three bare numbers given for one of them become `hsl(…)`. */
function colorOf(name: string, value: string): string {
  return colorNames.test(name) && bareColor.test(value) ? `hsl(${value})` : value;
}
