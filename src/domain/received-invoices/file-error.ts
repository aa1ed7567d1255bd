/** An error in a received file. The message follows "file: ". */
export interface FileError {
  code: string;
  message: string;
}

/** The file is rejected. */
export class ReceivedFileError extends Error {
  override readonly name = 'ReceivedFileError';
  readonly errors: readonly FileError[];

  constructor(...errors: readonly FileError[]) {
    super(errors.map(({ message }) => message).join(', and '));
    this.errors = errors;
  }
}
