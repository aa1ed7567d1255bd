import { accessErrors } from './access-error-codes.ts';
import { graphqlErrors } from './graphql-error-codes.ts';
import { httpErrors } from './http-error-codes.ts';
import { invoiceErrors } from './invoice-error-codes.ts';
import { recordErrors } from './record-error-codes.ts';
import { serviceErrors } from './service-error-codes.ts';

/** Codes are stable. Titles and meanings can be reworded. */
export const errorCatalogue = {
  ...httpErrors,
  ...graphqlErrors,
  ...accessErrors,
  ...recordErrors,
  ...invoiceErrors,
  ...serviceErrors,
} as const satisfies Record<string, { status: number; title: string; meaning: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The expected version in a body makes a 409, in `If-Match` a 412. */
export const errorStatusesOf = (code: ErrorCode, hasBody: boolean): number[] =>
  code === 'version_mismatch' && hasBody ? [412, 409] : [errorCatalogue[code].status];

export const errorTitleOf = (code: ErrorCode, status: number): string =>
  status === 409 ? errorCatalogue.conflicting_state.title : errorCatalogue[code].title;
