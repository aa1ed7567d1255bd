/** Words as code, separated by commas. */
export const code = (words: readonly string[]) =>
  words.map((word) => `\`${word}\``).join(', ') || '–';

/** A table as the formatter leaves it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, index) => Math.max(...all.map((cells) => cells[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...rows.map(line)].join('\n');
}
