export interface CredentialListener {
  /** Undefined: possibly in any workspace. */
  changed(accountId?: number): void;
  /** Until the next `changed`. */
  lost(): void;
  /** The service stops. */
  over(): void;
}
