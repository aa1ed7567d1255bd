import type { ErrorCode } from './error-catalogue.ts';
import { errorCatalogue } from './error-catalogue.ts';

/** `path` in the input, for example "items.0.rate". */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

export interface ErrorDetails {
  detail?: string;
  errors?: FieldError[];
  /** Up to three similar names of the caller's workspace. */
  nearMatches?: string[];
  possibleActions?: readonly string[];
  allow?: string;
  missingScopes?: readonly string[];
  retryAfterSeconds?: number;
  currentVersion?: number;
  /** Overrides the code's status. */
  status?: 409;
  cause?: unknown;
}

/** Limits how much of an input an error repeats. */
const maxLengths = { message: 1_000, path: 255 };

export function truncateText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

const shortenFieldError = ({ path, code, message }: FieldError): FieldError => ({
  path: truncateText(path, maxLengths.path),
  code,
  message: truncateText(message, maxLengths.message),
});

/** An expected error. All other errors are defects. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(
      truncateText(message, maxLengths.message),
      'cause' in details ? { cause: details.cause } : undefined,
    );
    const { detail, errors } = details;
    this.code = code;
    this.details = {
      ...details,
      ...(detail !== undefined && { detail: truncateText(detail, maxLengths.message) }),
      ...(errors && { errors: errors.map(shortenFieldError) }),
    };
  }

  get status(): number {
    return this.details.status ?? errorCatalogue[this.code].status;
  }
}

export function invalidInputError(errors: FieldError[]): ActionError {
  const paths = [...new Set(errors.map(({ path }) => path || 'body'))];
  const message =
    paths.length === 1
      ? `${paths[0]}: ${errors.map((fault) => fault.message).join(', and ')}`
      : `${paths.length} fields are invalid: ${paths.join(', ')}.`;
  return new ActionError('invalid_input', message, { errors });
}
