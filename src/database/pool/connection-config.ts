import type { ClientConfig } from 'pg';
import { type FailoverConfig, parseDatabaseUrl } from './hosts.ts';

/**
 * The session's time zone is UTC, because the Prisma adapter writes date-times without an offset.
 * @param role also applies after `RESET ROLE`; default: the URL's user
 */
export function connectionConfig(url: string, role?: string): FailoverConfig {
  const config = parseDatabaseUrl(url);
  const roleSetting = role === undefined ? undefined : roleOption(role);
  const options = [config.options, '-c TimeZone=UTC', roleSetting].filter(Boolean).join(' ');
  return { ...config, options };
}

/** Poolers reject session options. */
export const configWithoutSessionOptions = (url: string): FailoverConfig => parseDatabaseUrl(url);

const roleOption = (role: string) => `-c role=${role.replaceAll(/[\\\s]/g, '\\$&')}`;

/** Without SET ROLE: PostgreSQL lets only the login user cancel a statement. */
export function withoutSessionRole(config: ClientConfig, role: string | undefined): ClientConfig {
  if (role === undefined) return config;
  return { ...config, options: config.options?.replace(roleOption(role), '') };
}
