import { beforeAll } from 'vitest';
import { type TestApi, testPublicUrl } from './api.ts';
import { useDataFolder } from './service.ts';

/** Of a service in a test: neither a limit nor a slow machine is a reason to reject a request, and mail that is written waits. */
export const patientSettings = {
  REQUEST_LIMITS: 'requestsPerMinute=0,costPerMinute=0,unknownKeysPerMinute=0',
  GRAPHQL_LIMITS: 'timeMs=300000',
  DATABASE_POOL_SIZE: '20',
  PUBLIC_URL: testPublicUrl,
  SMTP_URL: 'smtp://mail.invalid:25',
  MAIL_FROM: 'office@mail.invalid',
};

/** Jobs wait from now on, so that what a test looks at is what a write did, and not what the service does afterwards. */
export async function holdJobs({ owner }: TestApi): Promise<void> {
  await owner.query(`
    CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.run_at := now() + interval '1 year'; RETURN NEW; END $$;
    CREATE TRIGGER later BEFORE INSERT OR UPDATE OF run_at ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION later()`);
}

/**
 * Starts the program twice on the database of a test, and has both take all requests in turn. Jobs wait.
 */
export function useTwoServices(api: TestApi): void {
  const folder = useDataFolder();
  beforeAll(async () => {
    await holdJobs(api);
    const serve = () => folder.serve({ ...patientSettings, DATABASE_URL: api.databaseUrl });
    const services = await Promise.all([serve(), serve()]);
    api.processes.push(...services.map(({ url }) => url));
  });
}
