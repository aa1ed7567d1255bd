import { describe, it } from 'vitest';
import { killWhileWriting } from '../support/crashes.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

describe('a service that is killed while it writes', () => {
  // Once alone and once with PostgreSQL; `npm run test:long` does it ten times.
  it('starts again and has everything that it acknowledged, and nothing by half', () =>
    killWhileWriting(folder, 2, [2]));
});
