import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../database/client/db.ts';
import { ActionError } from '../errors/action-error.ts';
import { SecretBox } from './secret-box.ts';

/** The table has at most one row. */
const rowId = 'only';

const fileName = 'encryption-key';

const minLength = 32;

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

/** ENCRYPTION_KEY, or a key in the data folder. */
export class EncryptionKey {
  readonly #options: EncryptionKeyOptions;
  #box: Promise<SecretBox> | undefined;

  constructor(options: EncryptionKeyOptions) {
    this.#options = options;
  }

  /**
   * Stores a key in the data folder if there is none. Call it at startup. Returns a warning if that fails: only secrets
   * need a key.
   * @throws EncryptionKeyError if stored secrets were encrypted with another key
   */
  async prepare(): Promise<string | undefined> {
    const key = await this.#findVerified();
    if (key !== undefined) return undefined;
    return this.#create().then(
      () => undefined,
      ({ message }: Error) => message,
    );
  }

  /** @throws ActionError conflicting_state if there is no usable key */
  open(): Promise<SecretBox> {
    this.#box ??= this.#open().catch((error) => {
      this.#box = undefined;
      if (!(error instanceof EncryptionKeyError)) throw error;
      throw new ActionError('conflicting_state', error.message, { cause: error });
    });
    return this.#box;
  }

  get #path(): string {
    return join(this.#options.dataDir, fileName);
  }

  async #open(): Promise<SecretBox> {
    const { db } = this.#options;
    const box = new SecretBox((await this.#findVerified()) ?? (await this.#create()));
    await db.$executeRaw`
      INSERT INTO "EncryptionKey" (id, fingerprint) VALUES (${rowId}, ${box.fingerprint}) ON CONFLICT DO NOTHING`;
    // Another process can have stored a fingerprint in the meantime.
    await this.#findVerified();
    return box;
  }

  /** Returns undefined if there is no key yet. */
  async #findVerified(): Promise<string | undefined> {
    const stored = await readFingerprint(this.#options.db);
    const key = this.#options.configured ?? (await this.#read());
    if (stored === undefined) return key;
    if (key === undefined) throw wrongKeyError('is not set');
    if (new SecretBox(key).fingerprint !== stored) throw wrongKeyError('is another key');
    return key;
  }

  async #read(): Promise<string | undefined> {
    const text = await readFile(this.#path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
      // The path is missing, or a part of it is a file.
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new EncryptionKeyError(
        `The file ${fileName} in DATA_DIR cannot be read (${code}). Correct its owner, or set ENCRYPTION_KEY.`,
      );
    });
    const key = text?.trim();
    if (key === undefined || key.length >= minLength) return key;
    throw new EncryptionKeyError(
      `The file ${fileName} in DATA_DIR is damaged: restore it, or set ENCRYPTION_KEY.`,
    );
  }

  /** Of several processes, one stores the complete file, and the others read it. */
  async #create(): Promise<string> {
    const temporary = `${this.#path}.${randomBytes(6).toString('hex')}`;
    try {
      await mkdir(this.#options.dataDir, { recursive: true });
      const key = randomBytes(minLength).toString('base64url');
      await writeFile(temporary, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await link(temporary, this.#path).catch((error) => {
        if (error.code !== 'EEXIST') throw error;
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new EncryptionKeyError(
        `Webhooks need a key, and none can be stored in DATA_DIR (${code}). Set ENCRYPTION_KEY.`,
      );
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
    return (await this.#read()) as string;
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
    `ENCRYPTION_KEY ${problem}, but the database has secrets that were encrypted with a key. Set ENCRYPTION_KEY to that key, or restore the file ${fileName} in DATA_DIR. If the key is lost, \`actiongraph webhooks reset-secrets\` deletes the secrets.`,
  );
