import type { ClientConfig } from 'pg';
import { type FailoverConfig, parseDatabaseUrl } from './hosts.ts';

/**
 * The connection settings in a PostgreSQL URL, with the session's time zone set to UTC. The Prisma adapter writes date-times
 * without an offset, and any other zone would shift them.
 * @param role the role of the session from its start, also after `RESET ROLE`; by default the URL's user
 */
export function connectionConfig(url: string, role?: string): FailoverConfig {
  const config = parseDatabaseUrl(url);
  const roleSetting = role === undefined ? undefined : roleOption(role);
  const options = [config.options, '-c TimeZone=UTC', roleSetting].filter(Boolean).join(' ');
  return { ...config, options };
}

/** The settings in a URL without session options, which poolers reject. */
export const configWithoutSessionOptions = (url: string): FailoverConfig => parseDatabaseUrl(url);

const roleOption = (role: string) => `-c role=${role.replaceAll(/[\\\s]/g, '\\$&')}`;

/** Removes the role. Only the URL's user may cancel a statement of its sessions. */
export function withoutSessionRole(config: ClientConfig, role: string | undefined): ClientConfig {
  if (role === undefined) return config;
  return { ...config, options: config.options?.replace(roleOption(role), '') };
}
