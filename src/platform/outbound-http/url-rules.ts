import type { AllowedHosts } from './allowed-hosts.ts';
import { isPublicAddress, literalAddressOf } from './allowed-hosts.ts';

export const maxUrlLength = 2_048;

export const notPublicMessage = 'must have a public address';

/** Resolvers return local addresses for these names, or none (RFC 6761). */
const localName = /^(.+\.)?localhost\.?$/;

const isPermittedPort = (port: string) => ['', '80', '443'].includes(port) || Number(port) >= 1_024;

/** Undefined if requests to the URL are permitted. It checks literal addresses, not names. */
export function outboundUrlError(text: string, allowed: AllowedHosts): string | undefined {
  if (text.length > maxUrlLength) return `must have at most ${maxUrlLength} characters`;
  if (!URL.canParse(text)) return 'must be a URL like https://example.com/webhooks';
  const url = new URL(text);
  const { hostname, password, port, protocol, username } = url;
  const isAllowed = allowed.includesHost(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isAllowed))
    return 'must begin with https://';
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  if (!isPermittedPort(port)) return 'must have the port 80, 443, or one from 1024';
  const address = literalAddressOf(hostname);
  const isLocal = address === undefined ? localName.test(hostname) : !isPublicAddress(address);
  return isLocal && !isAllowed ? notPublicMessage : undefined;
}
