import { describe, it } from 'vitest';
import { killWhileWriting } from '../support/crashes.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

describe('a service that is killed while it writes', () => {
  // Once with PostgreSQL. `npm run test:long` does it ten times, with and without PostgreSQL.
  it('starts again and has everything that it acknowledged, and nothing by half', () =>
    killWhileWriting(folder, 1, [1]));
});
