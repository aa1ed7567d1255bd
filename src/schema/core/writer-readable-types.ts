/**
 * What a type says of itself where it shows nothing but what the operation itself did: a key that may write but not
 * read may select all of its fields, and of every other type only `id`.
 */
export const readableByWriters = { ofOwnDoing: true } as const;

/** Whether a type says so. */
export function isReadableByWriters({ extensions }: { extensions: object }): boolean {
  return (extensions as Partial<typeof readableByWriters>).ofOwnDoing === true;
}
