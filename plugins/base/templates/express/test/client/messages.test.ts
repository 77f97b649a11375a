import { FluentBundle, FluentNumber, FluentResource } from '@fluent/bundle';
import { describe, expect, test, vi } from 'vitest';
import { fluentOf, languages } from '@/lib/i18n';

type Messages = Readonly<Record<string, string>>;

const catalogues = import.meta.glob<Messages>('../../client/locales/**/*.ts', {
  eager: true,
  import: 'messages',
});

/** Returns the variables of a message, sorted. */
function variablesOf(text: string): string[] {
  return [...new Set(text.match(/\$\w+/g))].toSorted();
}

function variablesByName(messages: Messages) {
  return Object.fromEntries(
    Object.entries(messages).map(([name, text]) => [name, variablesOf(text)]),
  );
}

describe.each(Object.entries(catalogues))('%s', (file, messages) => {
  test('contains the messages of the English file with the same variables', () => {
    const english = catalogues[file.replace(/[^/]+$/, 'en.ts')] ?? {};
    expect(variablesByName(messages)).toEqual(variablesByName(english));
  });

  test('contains valid messages', () => {
    const resource = new FluentResource(fluentOf(messages));
    expect(resource.body.map(({ id }) => id)).toEqual(Object.keys(messages));
    const bundle = new FluentBundle('en');
    const errors: Error[] = [];
    for (const { value } of resource.body) {
      const names = variablesOf(JSON.stringify(value).replaceAll('"name":"', '$'));
      const values = names.map((name) => [name.slice(1), new FluentNumber(1)]);
      if (value) bundle.formatPattern(value, Object.fromEntries(values), errors);
    }
    expect(errors).toEqual([]);
  });

  // The types of `t` depend on it.
  test('writes each variable after a brace and before a space', () => {
    for (const text of Object.values(messages)) {
      expect(text.match(/\{ \$\w+ /g) ?? []).toEqual(text.match(/.{2}\$\w+./g) ?? []);
    }
  });
});

/** Loads the messages as a browser with these languages does. */
async function open(wanted: readonly string[]) {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages: wanted });
  const i18n = await import('@/lib/i18n');
  await i18n.loadMessages();
  vi.unstubAllGlobals();
  return i18n;
}

describe.each(languages)('the language %s', (name) => {
  test.each([[[name]], [['xx', name, 'en']], [[`${name}-AT`]]])(
    'is the language of a browser with %j',
    async (wanted) => {
      const { language, locale } = await open(wanted);
      expect(language).toBe(name);
      expect(wanted).toContain(locale);
      expect(document.documentElement.lang).toBe(name);
    },
  );

  test('applies if it is selected', async () => {
    localStorage.setItem('language', name);
    const { t, language } = await open(['xx']);
    localStorage.removeItem('language');
    expect(language).toBe(name);
    expect(t('language')).toBe(catalogues[`../../client/locales/${name}.ts`]?.['language']);
  });
});

test('shows English for another language', async () => {
  localStorage.setItem('language', 'xx');
  const { language, locale } = await open(['xx']);
  localStorage.removeItem('language');
  expect([language, locale]).toEqual(['en', 'en']);
});

test('a message cannot be used before it is loaded', async () => {
  vi.resetModules();
  const { t } = await import('@/lib/i18n');
  expect(() => t('language')).toThrow('before the messages are loaded');
});
