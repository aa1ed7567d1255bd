/** A backup cannot be created, read or restored. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
