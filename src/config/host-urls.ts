/** Groups: scheme and credentials, hosts, path and query. */
const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/;

/** The URL of each server of a URL with several hosts, as in libpq: `host1:5432,host2:5432`. */
export function splitHostUrls(url: string): string[] {
  const [, prefix = '', hosts = '', suffix = ''] = urlPattern.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${prefix}${host}${suffix}`);
}

export function targetSessionError(url: string): string | undefined {
  const [firstUrl = ''] = splitHostUrls(url);
  if (!URL.canParse(firstUrl)) return undefined;
  const sessionAttributes =
    new URL(firstUrl).searchParams.get('target_session_attrs') ?? 'read-write';
  return ['read-write', 'primary'].includes(sessionAttributes)
    ? undefined
    : 'target_session_attrs must be read-write or primary because the service writes';
}
