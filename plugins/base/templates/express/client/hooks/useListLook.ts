import { useStored } from '@/hooks/useStored';
import { isBoolean, isObject, isRecordOf } from '@/lib/guards';
import type { Resource } from '@/lib/resource';

/** The numbers of records that a page of a list can have. */
export const pageSizes = ['10', '25', '50', '100'];

/** The display options of a list. */
interface Look {
  /** Whether a column is shown, if the user chose. */
  columns: Record<string, boolean>;
  /** The page size. */
  limit: string;
}

const initial: Look = { columns: {}, limit: '25' };

function parse(stored: unknown): Look | undefined {
  if (!isObject(stored)) return undefined;
  const { columns, limit } = stored;
  const known = pageSizes.find((size) => size === limit);
  return isRecordOf(columns, isBoolean) && known ? { columns, limit: known } : undefined;
}

/** Returns the display options of a list. The browser remembers them. */
export function useListLook({ path }: Pick<Resource, 'path'>) {
  const [look, setLook] = useStored(`list:${path}`, { parse, initial });
  return {
    ...look,
    showColumns: (columns: Record<string, boolean>) => setLook({ ...look, columns }),
    limitTo: (limit: string) => setLook({ ...look, limit }),
  };
}
