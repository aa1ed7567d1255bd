/**
 * Marks types that only describe the outcome of a mutation. A key without read permission can select all
 * their fields. In other types it can only select `id`.
 */
export const readableByWriters = { isReadableByWriters: true } as const;

export function isReadableByWriters({ extensions }: { extensions: object }): boolean {
  return (extensions as Partial<typeof readableByWriters>).isReadableByWriters === true;
}
