import { expect, test } from 'vitest';
import { splitHostUrls, targetSessionError } from '../../src/config/host-urls.ts';
import { parseDatabaseUrl } from '../../src/database/pool/hosts.ts';

const several =
  'postgresql://app:p%40ss@one.example:5433,two.example/records?target_session_attrs=read-write';

test('a URL names several servers as libpq has it, ports of their own included', () => {
  expect(splitHostUrls(several)).toEqual([
    'postgresql://app:p%40ss@one.example:5433/records?target_session_attrs=read-write',
    'postgresql://app:p%40ss@two.example/records?target_session_attrs=read-write',
  ]);
  expect(splitHostUrls('postgresql://app@one.example/records')).toEqual([
    'postgresql://app@one.example/records',
  ]);
});

test('all connections go to the next server after one found that the current one is read-only', () => {
  const { hosts, ...first } = parseDatabaseUrl(several);
  expect(first).toMatchObject({
    host: 'one.example',
    port: 5433,
    password: 'p@ss',
    database: 'records',
  });
  hosts?.failed({ host: 'one.example', port: 5433 });
  // A late report by another connection changes nothing.
  hosts?.failed({ host: 'one.example', port: 5433 });
  expect(parseDatabaseUrl(several)).toMatchObject({ host: 'two.example', port: 5432 });
  hosts?.failed({ host: 'two.example', port: 5432 });
  expect(parseDatabaseUrl(several)).toMatchObject({ host: 'one.example', port: 5433 });
  expect(parseDatabaseUrl('postgresql://one.example/records').hosts).toBeUndefined();
});

test('a URL that requires a read-only server is rejected', () => {
  expect(targetSessionError(several)).toBeUndefined();
  expect(targetSessionError(several.replace('read-write', 'primary'))).toBeUndefined();
  expect(targetSessionError(several.replace('read-write', 'standby'))).toContain(
    'read-write or primary',
  );
});
