import type { ErrorCode } from './error-catalogue.ts';
import { errorCatalogue } from './error-catalogue.ts';

/** One invalid field: where it is in the input ("items.0.rate"), which rule it broke, and what would be right. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

export interface ErrorDetails {
  /** More than the message says, for a person. */
  detail?: string;
  errors?: FieldError[];
  /** Up to three names of the caller's own workspace that are close to the one not found. */
  nearMatches?: string[];
  /** What can be done with the record instead, in the words of doors that can do it. */
  possibleActions?: readonly string[];
  /** The methods that would be right, as the header Allow lists them. */
  allow?: string;
  /** The scopes that the key lacks. */
  missingScopes?: readonly string[];
  /** Seconds after which trying again makes sense. */
  retryAfterSeconds?: number;
  /** The version that the record has. */
  currentVersion?: number;
  /** The status, where it is another one than the code's. */
  status?: 409;
  cause?: unknown;
}

/** Longest message and path of an error: none tells a caller the whole of what it sent. */
const longest = { message: 1_000, path: 255 };

/** A text, or as much of its start as is enough to know it by. */
export function truncateText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

const shortenedFault = ({ path, code, message }: FieldError): FieldError => ({
  path: truncateText(path, longest.path),
  code,
  message: truncateText(message, longest.message),
});

/** The one error that domain and doors throw on purpose; anything else that is thrown is a defect. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(
      truncateText(message, longest.message),
      'cause' in details ? { cause: details.cause } : undefined,
    );
    const { detail, errors } = details;
    this.code = code;
    this.details = {
      ...details,
      ...(detail !== undefined && { detail: truncateText(detail, longest.message) }),
      ...(errors && { errors: errors.map(shortenedFault) }),
    };
  }

  get status(): number {
    return this.details.status ?? errorCatalogue[this.code].status;
  }
}

/** An `invalid_input` error that lists every field at fault. */
export function invalidInputError(errors: FieldError[]): ActionError {
  const paths = [...new Set(errors.map(({ path }) => path || 'body'))];
  const message =
    paths.length === 1
      ? `${paths[0]}: ${errors.map((fault) => fault.message).join(', and ')}`
      : `${paths.length} fields are invalid: ${paths.join(', ')}.`;
  return new ActionError('invalid_input', message, { errors });
}
