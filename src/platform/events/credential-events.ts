export interface CredentialListener {
  /** Without `accountId`, credentials of any workspace may have changed. */
  changed(accountId?: number): void;
  /** Changes may be missed until the next `changed`. */
  lost(): void;
  /** The service stops. */
  over(): void;
}
