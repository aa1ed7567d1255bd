/** A text as a part of a LIKE pattern: its own %, _ and \ stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The LIKE pattern of what contains a text. */
export function likeContaining(text: string): string {
  return `%${escapeLike(text)}%`;
}
