import { resources } from '@/generated/resources';
import { t } from '@/lib/i18n';

/** Explains how to add the first entity. Shown in development while the project has no entities. */
export function FirstEntity() {
  if (!import.meta.env.DEV || resources.length > 0) return null;
  return (
    <section className="mt-8 max-w-prose" aria-label={t('addEntity')}>
      <p>{t('addEntityText')}</p>
      <pre className="bg-muted text-foreground mt-4 overflow-x-auto rounded-md p-4 text-sm">
        <code>
          {import.meta.env.GENLOCK_COMMAND || 'genlock'} entity add Post title:String! body:Text
        </code>
      </pre>
    </section>
  );
}
