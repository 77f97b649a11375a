import { array, boolean, object, record, string, type z } from 'zod';
import { useStored } from '@/hooks/useStored';
import type { Resource } from '@/lib/resource';

const viewSchema = object({
  name: string().min(1),
  /** The parameters of the list, as named in the API. */
  params: record(string(), string()),
  /** Whether a column is shown, if this differs from the default. */
  columns: record(string(), boolean()),
});

const viewsSchema = array(viewSchema);

/** Filters, an order and columns of a list with a name. */
export type View = Readonly<z.infer<typeof viewSchema>>;

/** Returns the saved views of a list in this browser. Each name is unique. */
export function useViews({ path }: Pick<Resource, 'path'>) {
  const [views, setViews] = useStored<View[]>(`views:${path}`, {
    schema: viewsSchema,
    initial: [],
  });
  return {
    views,
    /** Saves a view. A view with the same name is replaced. */
    save: (view: View) =>
      setViews(
        views.some(({ name }) => name === view.name)
          ? views.map((one) => (one.name === view.name ? view : one))
          : [...views, view],
      ),
    rename: (from: string, to: string) =>
      setViews(
        views.flatMap((view) => {
          if (view.name === from) return [{ ...view, name: to }];
          return view.name === to ? [] : [view];
        }),
      ),
    remove: (name: string) => setViews(views.filter((view) => view.name !== name)),
  };
}
