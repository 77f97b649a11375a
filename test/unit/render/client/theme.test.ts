import { expect, test } from 'vitest';
import type { RegisterCss } from '../../../../sandbox/index.ts';
import { theme } from '../../../../src/render/client/theme.ts';
import { emitted } from './contributions.ts';

const css = (variables: RegisterCss['variables']): RegisterCss => ({ kind: 'registerCSS', variables });

const plugins = (values: readonly string[]) =>
  values.map((value, index) => ({ name: `plugin-${index}`, operations: [css({ '--primary': value })] }));

test('declares nothing without variables', () => {
  expect(emitted(theme, [])).not.toContain('{');
});

test('declares the variables of all plugins, and the last call of a plugin wins', () => {
  const text = emitted(theme, [
    { name: 'a', operations: [css({ '--radius': '0' }), css({ '--radius': '1rem' })] },
    { name: 'b', operations: [css({ '--brand': '#123456' })] },
  ]);
  expect(text).toContain(':root {\n  --radius: 1rem;\n  --brand: #123456;\n}\n');
});

test.each([
  ['--primary', '222.2 84% 4.9%', 'hsl(222.2 84% 4.9%)'],
  ['--sidebar-accent', '0 0% 98% / 50%', 'hsl(0 0% 98% / 50%)'],
  ['--primary', 'oklch(0.5 0.1 260)', 'oklch(0.5 0.1 260)'],
  ['--brand', '222.2 84% 4.9%', '222.2 84% 4.9%'],
])('%s: %s becomes %s, because the theme uses complete colours', (name, value, written) => {
  expect(emitted(theme, [{ operations: [css({ [name]: value })] }])).toContain(`  ${name}: ${written};\n`);
});

test('two plugins can declare the same value of a variable, but not different values', () => {
  expect(emitted(theme, plugins(['red', 'red']))).toContain('--primary: red;');
  expect(() => emitted(theme, plugins(['red', 'blue']))).toThrow(
    expect.objectContaining({ code: 'RENDER_NAME_CLASH' }),
  );
});
