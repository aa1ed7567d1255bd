import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '../../database/client/db.ts';
import { SecretBox } from './secret-box.ts';

/** The table has at most one row. */
const rowId = 'only';

const fileName = 'encryption-key';

export interface EncryptionKeyOptions {
  db: Db;
  /** ENCRYPTION_KEY. */
  configured: string | undefined;
  dataDir: string;
}

/** The message is for the operator. */
class EncryptionKeyError extends Error {
  override readonly name = 'EncryptionKeyError';
}

/** ENCRYPTION_KEY, or a key in the data folder that the first secret creates. */
export class EncryptionKey {
  readonly #options: EncryptionKeyOptions;
  #box: Promise<SecretBox> | undefined;

  constructor(options: EncryptionKeyOptions) {
    this.#options = options;
  }

  /**
   * Call it at startup.
   * @throws EncryptionKeyError if stored secrets were encrypted with another key
   */
  async verify(): Promise<void> {
    const stored = await readFingerprint(this.#options.db);
    if (stored === undefined) return;
    const key = await this.#find();
    if (key === undefined) throw wrongKeyError('ENCRYPTION_KEY is not set');
    if (new SecretBox(key).fingerprint !== stored) {
      const source = this.#options.configured === undefined ? ` (from ${this.#path})` : '';
      throw wrongKeyError(`ENCRYPTION_KEY${source} is another key`);
    }
  }

  /** @throws EncryptionKeyError */
  open(): Promise<SecretBox> {
    this.#box ??= this.#open().catch((error) => {
      this.#box = undefined;
      throw error;
    });
    return this.#box;
  }

  get #path(): string {
    return join(this.#options.dataDir, fileName);
  }

  async #open(): Promise<SecretBox> {
    const { db } = this.#options;
    await this.verify();
    const box = new SecretBox((await this.#find()) ?? (await this.#create()));
    await db.$executeRaw`
      INSERT INTO "EncryptionKey" (id, fingerprint) VALUES (${rowId}, ${box.fingerprint}) ON CONFLICT DO NOTHING`;
    await this.verify();
    return box;
  }

  async #find(): Promise<string | undefined> {
    const { configured } = this.#options;
    if (configured !== undefined) return configured;
    return readFile(this.#path, 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    );
  }

  async #create(): Promise<string> {
    await mkdir(dirname(this.#path), { recursive: true });
    const key = randomBytes(32).toString('base64url');
    // Another process can create it at the same time.
    await writeFile(this.#path, `${key}\n`, { mode: 0o600, flag: 'wx' }).catch(() => undefined);
    return (await readFile(this.#path, 'utf8')).trim();
  }
}

/** The next secret stores the fingerprint of its key. */
export async function forgetEncryptionKey(db: Db): Promise<void> {
  await db.$executeRaw`DELETE FROM "EncryptionKey"`;
}

async function readFingerprint(db: Db): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ fingerprint: string }[]>`
    SELECT fingerprint FROM "EncryptionKey" WHERE id = ${rowId}`;
  return row?.fingerprint;
}

const wrongKeyError = (problem: string) =>
  new EncryptionKeyError(
    `${problem}, but the database has secrets that were encrypted with a key. Set ENCRYPTION_KEY to that key, or restore the file ${fileName} in DATA_DIR. If the key is lost, \`actiongraph webhooks reset-secrets\` deletes the secrets.`,
  );
