/** An origin, or an origin with `*.` for all subdomains. */
const originPattern =
  /^(https?:\/\/)(\*\.)?((?:[a-z0-9-]+\.)*[a-z0-9-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** The problem of an entry of CORS_ORIGINS, or undefined if it is valid. */
export function originPatternError(entry: string): string | undefined {
  if (entry === '*') return '"*" would allow every site';
  const [, scheme, wildcard, host = '', port = ''] = originPattern.exec(entry) ?? [];
  if (scheme === undefined) {
    return `"${entry}" is not an origin in lower case without a path`;
  }
  if (wildcard && !host.includes('.')) {
    return `"${entry}" would allow every site of .${host}`;
  }
  // Browsers omit the default port: an entry with it would never match.
  const { origin } = new URL(`${scheme}${host}${port}`);
  if (origin !== `${scheme}${host}${port}`) return `"${entry}" must be written as ${origin}`;
  return undefined;
}

/** `https://*.example.com` allows every subdomain, but not example.com itself. */
export function createOriginMatcher(entries: readonly string[]): (origin: string) => boolean {
  const exactOrigins = new Set(entries.filter((entry) => !entry.includes('*')));
  const wildcards = entries
    .filter((entry) => entry.includes('*'))
    .map((entry) => entry.split('*') as [scheme: string, suffix: string]);
  return (origin) =>
    exactOrigins.has(origin) ||
    wildcards.some(
      ([scheme, suffix]) =>
        origin.startsWith(scheme) &&
        origin.endsWith(suffix) &&
        /^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/.test(origin.slice(scheme.length, -suffix.length)),
    );
}
