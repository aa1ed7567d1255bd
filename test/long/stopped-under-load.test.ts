import { expect, test } from 'vitest';
import { stopUnderLoad } from '../support/connection-load.ts';
import { useKeyedDatabase } from '../support/keyed-database.ts';

const ours = useKeyedDatabase();

test('no connection is reset in twenty stops, although clients go on to open one for each request', async () => {
  for (let stop = 1; stop <= 20; stop += 1) {
    expect({ stop, resets: await stopUnderLoad(ours.home.url, ours.key, 300) }).toEqual({
      stop,
      resets: [],
    });
  }
});
