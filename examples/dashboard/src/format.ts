/** An exact amount as the service sends it, `"1190.5"`, for a person. */
export function money(amount: string, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  // Text, not a number: what a number cannot hold is shown all the same.
  return format.format(amount as `${number}`);
}

export function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

export function percent(share: string): string {
  return new Intl.NumberFormat(undefined, { style: 'percent' }).format(share as `${number}`);
}

export const plural = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/** `TIME_ENTRY` as a person writes it. */
export const words = (name: string) => name.toLowerCase().replaceAll('_', ' ');
