import { Languages } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { language, languages, selectLanguage, t } from '@/lib/i18n';

/** Selects the language. Shown if there are at least two. */
export default function Language() {
  if (languages.length < 2) return null;
  return (
    <span
      className={cn(
        buttonVariants({ variant: 'ghost', size: 'icon' }),
        'has-focus-visible:ring-ring relative has-focus-visible:ring-2',
      )}
    >
      <Languages aria-hidden />
      <select
        aria-label={t('language')}
        title={t('language')}
        value={language}
        onChange={(event) => selectLanguage(event.target.value)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {languages.map((name) => (
          <option key={name} value={name} lang={name} className="bg-background text-foreground">
            {nameOf(name)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Returns the name of a language in this language. */
function nameOf(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
