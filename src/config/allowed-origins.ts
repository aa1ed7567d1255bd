/** A pattern of CORS_ORIGINS: an origin as it is, or one whose host begins with any subdomain. */
const originPattern =
  /^(https?:\/\/)(\*\.)?((?:[a-z0-9-]+\.)*[a-z0-9-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** What is wrong with an entry of CORS_ORIGINS, in words; undefined where it can be taken. */
export function originPatternError(entry: string): string | undefined {
  if (entry === '*') return '"*" would let every site in';
  const [, scheme, wildcard, host = '', port = ''] = originPattern.exec(entry) ?? [];
  if (scheme === undefined) {
    return `"${entry}" is no origin in lower case and without a path`;
  }
  if (wildcard && !host.includes('.')) {
    return `"${entry}" would let every site of .${host} in`;
  }
  // Browsers leave the usual port out, so that an entry with it would never be met.
  const { origin } = new URL(`${scheme}${host}${port}`);
  if (origin !== `${scheme}${host}${port}`) return `"${entry}" is written ${origin} by browsers`;
  return undefined;
}

/** Whether a page of an origin may call: `https://*.example.com` is every subdomain, not example.com itself. */
export function createOriginMatcher(entries: readonly string[]): (origin: string) => boolean {
  const exact = new Set(entries.filter((entry) => !entry.includes('*')));
  const below = entries
    .filter((entry) => entry.includes('*'))
    .map((entry) => entry.split('*') as [scheme: string, ending: string]);
  return (origin) =>
    exact.has(origin) ||
    below.some(
      ([scheme, ending]) =>
        origin.startsWith(scheme) &&
        origin.endsWith(ending) &&
        /^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/.test(origin.slice(scheme.length, -ending.length)),
    );
}
