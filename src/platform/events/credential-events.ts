export interface CredentialListener {
  /** Without `accountId`, credentials of any workspace may have changed. */
  changed(accountId?: number): void;
  /** The listener may miss changes until the next call of `changed`. */
  connectionLost(): void;
  /** The service is shutting down. */
  stopped(): void;
}
