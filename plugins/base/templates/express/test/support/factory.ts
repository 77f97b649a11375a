/** Another instant for every number. */
export function day(count: number): string {
  return new Date(Date.UTC(2026, 0, count)).toISOString();
}

export async function idOf(record: Promise<{ readonly id: string }>): Promise<string> {
  return (await record).id;
}
