/** JSON Schema of a kind of value, as the OpenAPI document has it. */
export type JsonSchema = Record<string, unknown>;

/** The JSON Schema of values that are also accepted as text: by a pattern, with spaces around it, or empty for no value. */
export function orText(json: JsonSchema, pattern: string): JsonSchema {
  const { example, ...own } = json;
  const text = { type: 'string', pattern: `^\\s*(?:${pattern})?\\s*$` };
  return { anyOf: [own, text], ...(example !== undefined && { example }) };
}

/** The JSON Schema of a field that cannot be left out: text has to have a visible character. */
export function nonBlankJsonSchema(json: JsonSchema): JsonSchema {
  const isFree = json.type === 'string' && !('enum' in json || 'pattern' in json);
  return isFree ? { ...json, minLength: 1, pattern: '\\S' } : json;
}

/** The JSON Schema of a field that may be null. */
export function nullableJsonSchema(json: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = json;
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  if (typeof type !== 'string') return { anyOf: [json, { type: 'null' }] };
  const choices = 'enum' in rest && { enum: [...(rest.enum as unknown[]), null] };
  return { ...rest, type: [type, 'null'], ...choices };
}
