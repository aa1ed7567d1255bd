/** TypeScript declarations of the client from the OpenAPI document. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  required?: string[];
  pattern?: string;
  description?: string;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response & { $ref?: string }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);
const jsonSchemaOf = ({ content }: { content?: Response['content'] }) =>
  (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema;

export const quoted = (text: string) => `'${text}'`;

export function documentation(text: string | undefined, indent = ''): string {
  const lines = (text ?? '').replaceAll('*/', '*\\/').split('\n');
  if (lines.length > 1)
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
  return lines[0] ? `${indent}/** ${lines[0]} */\n` : '';
}

/** REST also reads booleans and enumerations from texts of forms. The types have only the exact values. */
function withoutLenientTexts(schemas: Schema[]): Schema[] {
  const isExact = schemas.some(({ enum: values, type }) => values || type === 'boolean');
  return schemas.filter(
    ({ enum: values, type }) => !(isExact && type === 'string' && values === undefined),
  );
}

export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  if (schema.anyOf) return [...new Set(withoutLenientTexts(schema.anyOf).map(typeOf))].join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {});
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') return objectTypeOf(schema);
  if (schema.type === 'integer') return 'number';
  if (schema.format === 'binary') return 'Blob';
  return schema.type ?? 'unknown';
}

/** A body that is only called an object accepts the type of any body. */
function objectTypeOf({ additionalProperties, properties = {}, required = [] }: Schema): string {
  const names = Object.keys(properties);
  if (names.length === 0) return additionalProperties ? 'Record<string, unknown>' : 'object';
  const members = names.map(
    (name) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(properties[name] ?? {})}`,
  );
  return `{ ${members.join('; ')} }`;
}

export function interfaceOf(name: string, schema: Schema): string {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(
    ([field, type]) =>
      `${documentation(type.description, '  ')}  ${field}${required.has(field) ? '' : '?'}: ${typeOf(type)};`,
  );
  return `${documentation(schema.description)}export interface ${name} {\n${members.join('\n')}\n}`;
}

const parametersNameOf = ({ operationId }: Operation) =>
  `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Parameters`;

/** The parameters of an operation without a body; undefined if there are none. */
function parametersOf(operation: Operation): Schema | undefined {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header');
  if (parameters.length === 0) return undefined;
  return {
    description: `Parameters of \`${operation.operationId}\`.`,
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ description, name, schema }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
  };
}

/** The codes of errors that an operation declares. */
function errorCodesOf({ components }: OpenApi, { responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([, { $ref, ...response }]) => ($ref ? components.responses[nameOf($ref)] : response))
    .flatMap((response) => Object.keys(response?.content?.['application/json']?.examples ?? {}));
}

const operationsOf = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      route: `${method.toUpperCase()} ${path}`,
    })),
  );

function inputOf(operation: Operation, route: string): string {
  const body = operation.requestBody && jsonSchemaOf(operation.requestBody);
  if (body) return `input: ${typeOf(body)}, options?: WriteOptions`;
  const parameters = parametersOf(operation);
  const isOptional = !parameters?.required?.length;
  const type = parameters ? parametersNameOf(operation) : 'Record<string, never>';
  const options = route.startsWith('GET') ? 'RequestOptions' : 'WriteOptions';
  return `input${isOptional ? '?' : ''}: ${type}, options?: ${options}`;
}

function resultOf({ responses }: Operation, codes: string): string {
  const success = responses['200'] ?? {};
  const schema = jsonSchemaOf(success);
  const isFile = !schema && success.content !== undefined;
  if (isFile) return `RestCall<Blob, ${codes}>`;
  if (schema?.items && success.headers && 'Link' in success.headers)
    return `RestList<${typeOf(schema.items)}, ${codes}>`;
  return `RestCall<${schema ? typeOf(schema) : 'void'}, ${codes}>`;
}

/** The declarations of `client/src/generated/rest.ts`. */
export function restTypes(document: OpenApi): string {
  const operations = operationsOf(document).map((one) => ({
    ...one,
    codes: errorCodesOf(document, one.operation),
  }));
  const common = (operations[0]?.codes ?? []).filter((code) =>
    operations.every(({ codes }) => codes.includes(code)),
  );
  const methods = operations.map(({ codes, operation, route }) => {
    const own = codes.filter((code) => !common.includes(code));
    const errors = [...new Set(['CommonErrorCode', ...own.map(quoted)])].join(' | ');
    const text = `${operation.summary}: \`${route}\`\n\n${operation.description}`;
    return `${documentation(text, '  ')}  ${operation.operationId}(${inputOf(operation, route)}): ${resultOf(operation, errors)};`;
  });
  const parameters = operations.flatMap(({ operation }) => {
    const schema = operation.requestBody ? undefined : parametersOf(operation);
    return schema ? [interfaceOf(parametersNameOf(operation), schema)] : [];
  });
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'FieldError')
    .map(([name, schema]) => interfaceOf(name, schema));
  const routes = operations.map(
    ({ operation, route }) => `  ${operation.operationId}: ${quoted(route)},`,
  );
  return [
    "import type { RestCall, RestList } from '../rest-call.ts';",
    "import type { RequestOptions, WriteOptions } from '../transport.ts';",
    "import type { FieldError } from './errors.ts';\n",
    'export type { FieldError };\n',
    ...schemas.map((text) => `${text}\n`),
    ...parameters.map((text) => `${text}\n`),
    '/** Codes of errors of every operation. */',
    `export type CommonErrorCode = ${common.map(quoted).join(' | ')};\n`,
    '/** The operations of REST. */',
    `export interface RestMethods {\n${methods.join('\n\n')}\n}\n`,
    '/** Method and path of each operation. */',
    `export const routes = {\n${routes.join('\n')}\n} as const;\n`,
  ].join('\n');
}
