/** Receives changes of credentials, for long-lived connections. */
export interface CredentialListener {
  /** Credentials changed in this workspace (undefined: possibly in any). */
  changed(accountId?: number): void;
  /** No changes are received until the next `changed`. */
  lost(): void;
  /** The service stops. */
  over(): void;
}
