/** Requests use TLS or stay on this machine. */
export function isSecureUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hostname, protocol } = new URL(value);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}
