/** A backup cannot be made, read or restored; the message says why, and what is as it was. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
