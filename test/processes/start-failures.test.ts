import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

describe('a start that cannot be', () => {
  it('on a used port fails before it creates anything', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as { port: number };
    const DATA_DIR = join(folder.path, 'never-made');
    const { code } = await folder.run(['serve'], { PORT: String(port), DATA_DIR });
    squatter.close();
    expect({ code, made: existsSync(DATA_DIR) }).toEqual({ code: 1, made: false });
  });

  it('in a DATA_DIR that cannot be created or written explains the reason', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const { code, stdout, stderr } = await folder.run(['serve'], { DATA_DIR: join(file, 'data') });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('cannot be used: a part of its path is a file, not a folder.');
  });

  it('as a worker without a main process names the right option, and creates nothing', async () => {
    const DATA_DIR = join(folder.path, 'of-nobody');
    const { code, stderr } = await folder.run(['serve', '--worker'], { DATA_DIR });
    expect({ code, made: existsSync(DATA_DIR) }).toEqual({ code: 2, made: false });
    expect(stderr).toContain('--workers');
  });
});
