import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts texts with AES-256-GCM. */
export class SecretBox {
  readonly #key: Buffer;
  /** Identifies the key, but does not reveal it. */
  readonly fingerprint: string;

  constructor(keyText: string) {
    this.#key = Buffer.from(hkdfSync('sha256', keyText, '', 'actiongraph secrets', 32));
    this.fingerprint = createHmac('sha256', this.#key).update('fingerprint').digest('hex');
  }

  /** @param owner the row of the text; decryption for another row fails */
  encrypt(text: string, owner: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(cipherName, this.#key, iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @throws Error if the key, the owner or the text differs */
  decrypt(stored: string, owner: string): string {
    const bytes = Buffer.from(stored, 'base64');
    const iv = bytes.subarray(0, ivBytes);
    const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
    const decipher = createDecipheriv(cipherName, this.#key, iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}
