import type { ClientConfig } from 'pg';
import { type FailoverConfig, parseDatabaseUrl } from './hosts.ts';

/**
 * The connection settings in a PostgreSQL URL, with the session's time zone set to UTC: the Prisma adapter
 * writes date-times without an offset, so that any other zone would shift them.
 * @param role as whom the session acts from its beginning, `RESET ROLE` included; the URL's user unless given
 */
export function connectionConfig(url: string, role?: string): FailoverConfig {
  const config = parseDatabaseUrl(url);
  const acting = role === undefined ? undefined : roleOption(role);
  const options = [config.options, '-c TimeZone=UTC', acting].filter(Boolean).join(' ');
  return { ...config, options };
}

const roleOption = (role: string) => `-c role=${role.replaceAll(/[\\\s]/g, '\\$&')}`;

/** The same settings for the URL's user, who alone may cancel what a session of that user does, in whatever role. */
export function withoutSessionRole(config: ClientConfig, role: string | undefined): ClientConfig {
  if (role === undefined) return config;
  return { ...config, options: config.options?.replace(roleOption(role), '') };
}
