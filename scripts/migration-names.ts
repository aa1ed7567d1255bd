/** The digits of a date as migrations begin with them: year to second. */
const digits = (date: Date) => date.toISOString().replaceAll(/\D/g, '').slice(0, 14);

/**
 * What a migration is called that comes after those there are: the time now, or the second after the last of them where a
 * clock was ahead of this one. Databases apply migrations in the order of their names.
 */
export function nextMigrationName(
  existing: readonly string[],
  slug: string,
  now = new Date(),
): string {
  const stamps = existing
    .map((name) => name.slice(0, 14))
    .filter((stamp) => /^\d{14}$/.test(stamp));
  const last = stamps.sort().at(-1);
  if (last === undefined || last < digits(now)) return `${digits(now)}_${slug}`;
  const written = last.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
  return `${digits(new Date(Date.parse(written) + 1_000))}_${slug}`;
}
