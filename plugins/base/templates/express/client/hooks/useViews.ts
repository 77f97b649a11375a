import { useStored } from '@/hooks/useStored';
import { isBoolean, isObject, isRecordOf, isString } from '@/lib/guards';
import type { Resource } from '@/lib/resource';

/** Filters, an order and columns of a list with a name. */
export interface View {
  readonly name: string;
  /** The parameters of the list, as named in the API. */
  readonly params: Record<string, string>;
  /** Whether a column is shown, if this differs from the default. */
  readonly columns: Record<string, boolean>;
}

function isView(value: unknown): value is View {
  if (!isObject(value)) return false;
  const { name, params, columns } = value;
  const isNamed = isString(name) && name !== '';
  return isNamed && isRecordOf(params, isString) && isRecordOf(columns, isBoolean);
}

function parse(stored: unknown): View[] | undefined {
  return Array.isArray(stored) && stored.every(isView) ? stored : undefined;
}

/** Returns the saved views of a list in this browser. Each name is unique. */
export function useViews({ path }: Pick<Resource, 'path'>) {
  const [views, setViews] = useStored<View[]>(`views:${path}`, { parse, initial: [] });
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
