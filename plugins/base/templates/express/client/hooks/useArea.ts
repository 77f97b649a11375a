import { createContext, use } from 'react';
import { adminArea, type Area } from '@/lib/resource';

/** The area of the page. Its shell sets the value. */
export const AreaContext = createContext<Area>(adminArea);

/** Returns the area of the page, for links to records. */
export function useArea(): Area {
  return use(AreaContext);
}
