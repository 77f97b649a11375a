import { boolean, object, record, string } from 'zod';
import { useStored } from '@/hooks/useStored';
import type { Resource } from '@/lib/resource';

/** The numbers of records that a page of a list can have. */
export const pageSizes = ['10', '25', '50', '100'];

/** The display options of a list: whether a column is shown, if the user chose, and the page size. */
const lookSchema = object({
  columns: record(string(), boolean()),
  limit: string().regex(/^(10|25|50|100)$/),
});

const initial = { columns: {}, limit: '25' };

/** Returns the display options of a list. The browser remembers them. */
export function useListLook({ path }: Pick<Resource, 'path'>) {
  const [look, setLook] = useStored(`list:${path}`, { schema: lookSchema, initial });
  return {
    ...look,
    showColumns: (columns: Record<string, boolean>) => setLook({ ...look, columns }),
    limitTo: (limit: string) => setLook({ ...look, limit }),
  };
}
