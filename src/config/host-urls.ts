const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/;
/** The URL of each server that a URL names, as libpq has it: `host1:5432,host2:5432`. */
export function splitHostUrls(url: string): string[] {
  const [, before = '', hosts = '', behind = ''] = shape.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${before}${host}${behind}`);
}

/** What is wrong with a URL of several servers; undefined where nothing is. The service writes: any other wish is a mistake. */
export function targetSessionError(url: string): string | undefined {
  const [first = ''] = splitHostUrls(url);
  if (!URL.canParse(first)) return undefined;
  const wish = new URL(first).searchParams.get('target_session_attrs') ?? 'read-write';
  return ['read-write', 'primary'].includes(wish)
    ? undefined
    : 'target_session_attrs must be read-write or primary, since the service writes';
}
