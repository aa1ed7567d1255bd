/** What is heard of those who may call, for whoever keeps something open for them. */
export interface CredentialListener {
  /** Keys or users of a workspace changed, or of any where some of it may not have been heard, which is over by now. */
  changed(accountId?: number): void;
  /** Nothing can be heard, until something is. */
  lost(): void;
  /** Nothing will be heard any more: the service stops. */
  over(): void;
}
