/**
 * Marks types that only expose the result of the operation. A key with write but without read
 * permission can select all their fields, but only `id` of other types.
 */
export const readableByWriters = { ofOwnDoing: true } as const;

export function isReadableByWriters({ extensions }: { extensions: object }): boolean {
  return (extensions as Partial<typeof readableByWriters>).ofOwnDoing === true;
}
