/** A field does not declare its columns or relations: a defect of the schema. */
export class UndeclaredFieldError extends Error {
  override readonly name = 'UndeclaredFieldError';
}
