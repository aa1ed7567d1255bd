import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * The connection settings in a PostgreSQL URL, with the session's time zone set to UTC: the Prisma adapter
 * writes date-times without an offset, so that any other zone would shift them.
 */
export function connectionConfig(url: string): ClientConfig {
  const config = parseIntoClientConfig(url);
  const options = [config.options, '-c TimeZone=UTC'].filter(Boolean).join(' ');
  return { ...config, options };
}
