import { beforeAll } from 'vitest';
import { type TestApi, testPublicUrl } from './api.ts';
import { useDataFolder } from './service.ts';

/** Neither a limit nor a slow machine is a reason to refuse a request. */
const settings = {
  RATE_LIMIT_PER_MINUTE: '0',
  GRAPHQL_COST_PER_MINUTE: '0',
  UNKNOWN_KEYS_PER_MINUTE: '0',
  GRAPHQL_TIME_LIMIT_MS: '300000',
  DATABASE_POOL_SIZE: '20',
  PUBLIC_URL: testPublicUrl,
  // Mail is written, and waits: see below.
  SMTP_URL: 'smtp://mail.invalid:25',
  MAIL_FROM: 'office@mail.invalid',
};

/**
 * Starts the program twice on the database of a test, and has both take all requests in turn. Jobs wait, so that what a test looks at is what
 * the write did, and not what the service does afterwards.
 */
export function useTwoServices(api: TestApi): void {
  const folder = useDataFolder();
  beforeAll(async () => {
    await api.owner.query(`
      CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.run_at := now() + interval '1 year'; RETURN NEW; END $$;
      CREATE TRIGGER later BEFORE INSERT OR UPDATE OF run_at ON graphile_worker._private_jobs
        FOR EACH ROW EXECUTE FUNCTION later()`);
    const serve = () => folder.serve({ ...settings, DATABASE_URL: api.databaseUrl });
    const services = await Promise.all([serve(), serve()]);
    api.processes.push(...services.map(({ url }) => url));
  });
}
