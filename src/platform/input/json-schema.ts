export type JsonSchema = Record<string, unknown>;

/** JSON schema that also accepts blank text and text that matches the pattern. */
export function orText(json: JsonSchema, pattern: string): JsonSchema {
  const { example, ...own } = json;
  const text = { type: 'string', pattern: `^\\s*(?:${pattern})?\\s*$` };
  return { anyOf: [own, text], ...(example !== undefined && { example }) };
}

export function nonBlankJsonSchema(json: JsonSchema): JsonSchema {
  const isFree = json.type === 'string' && !('enum' in json || 'pattern' in json);
  return isFree ? { ...json, minLength: 1, pattern: '\\S' } : json;
}

export function nullableJsonSchema(json: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = json;
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  if (typeof type !== 'string') return { anyOf: [json, { type: 'null' }] };
  const choices = 'enum' in rest && { enum: [...(rest.enum as unknown[]), null] };
  return { ...rest, type: [type, 'null'], ...choices };
}
