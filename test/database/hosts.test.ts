import { expect, test } from 'vitest';
import { urlsOf, wrongTarget } from '../../src/config/host-urls.ts';
import { parseUrl } from '../../src/database/pool/hosts.ts';

const several =
  'postgresql://app:p%40ss@one.example:5433,two.example/records?target_session_attrs=read-write';

test('a URL names several servers as libpq has it, ports of their own included', () => {
  expect(urlsOf(several)).toEqual([
    'postgresql://app:p%40ss@one.example:5433/records?target_session_attrs=read-write',
    'postgresql://app:p%40ss@two.example/records?target_session_attrs=read-write',
  ]);
  expect(urlsOf('postgresql://app@one.example/records')).toEqual([
    'postgresql://app@one.example/records',
  ]);
});

test('all connections go to the next server once one has found that the present one takes no changes', () => {
  const { hosts, ...first } = parseUrl(several);
  expect(first).toMatchObject({
    host: 'one.example',
    port: 5433,
    password: 'p@ss',
    database: 'records',
  });
  hosts?.failed({ host: 'one.example', port: 5433 });
  // Somebody else who was told so late changes nothing.
  hosts?.failed({ host: 'one.example', port: 5433 });
  expect(parseUrl(several)).toMatchObject({ host: 'two.example', port: 5432 });
  hosts?.failed({ host: 'two.example', port: 5432 });
  expect(parseUrl(several)).toMatchObject({ host: 'one.example', port: 5433 });
  expect(parseUrl('postgresql://one.example/records').hosts).toBeUndefined();
});

test('a URL that asks for a server that takes no changes is refused', () => {
  expect(wrongTarget(several)).toBeUndefined();
  expect(wrongTarget(several.replace('read-write', 'primary'))).toBeUndefined();
  expect(wrongTarget(several.replace('read-write', 'standby'))).toContain('read-write or primary');
});
