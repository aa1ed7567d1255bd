import { describe, it } from 'vitest';
import { killWhileWriting } from '../support/crashes.ts';
import { useDataFolder } from '../support/service.ts';

const folders = [useDataFolder(), useDataFolder()];

describe.concurrent('a service that is killed five times while it writes', () => {
  it.for(folders)(
    'starts again each time and has everything that it acknowledged, and nothing by half',
    (folder) => killWhileWriting(folder, 5, [2, 5]),
  );
});
