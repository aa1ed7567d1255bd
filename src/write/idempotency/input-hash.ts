import { createHash } from 'node:crypto';
import { invalidInputError } from '../../platform/errors/action-error.ts';

/** @throws ActionError invalid_input for an input that is nested too deeply */
export function hashInput(input: unknown): string {
  try {
    return createHash('sha256').update(toCanonicalJson(input)).digest('hex');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'is nested too deeply for an idempotency key';
    throw invalidInputError([{ path: '', code: 'too_deep', message }]);
  }
}

const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, property: unknown) =>
    typeof property === 'object' && property !== null && !Array.isArray(property)
      ? Object.fromEntries(Object.entries(property).sort(([a], [b]) => (a < b ? -1 : 1)))
      : property,
  );
