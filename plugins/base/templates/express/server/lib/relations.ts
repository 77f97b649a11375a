/** Ids of other records in the form Prisma connects them; none given means none touched. */
export function byId(ids: readonly string[] | undefined): { id: string }[] | undefined {
  return ids?.map((id) => ({ id }));
}
