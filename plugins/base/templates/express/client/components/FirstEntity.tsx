import { resources } from '@/generated/resources';

/** Explains how to add the first entity. Shown in development while the project has no entities. */
export function FirstEntity() {
  if (!import.meta.env.DEV || resources.length > 0) return null;
  return (
    <section className="mt-8 max-w-prose" aria-label="Add the first entity">
      <p>This project has no entities yet. Add the first one in the folder of the project:</p>
      <pre className="bg-muted text-foreground mt-4 overflow-x-auto rounded-md p-4 text-sm">
        <code>
          {import.meta.env.GENLOCK_COMMAND || 'genlock'} entity add Post title:String! body:Text
        </code>
      </pre>
    </section>
  );
}
