/** The LIKE pattern of what contains a text; the text's own %, _ and \ stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
