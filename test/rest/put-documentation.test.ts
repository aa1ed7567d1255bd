import { describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '../../src/rest/openapi/openapi-document.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** The required fields of each record. A contact needs one of several fields, which the document describes. */
const records: Record<string, object> = {
  clients: { name: 'Documented' },
  projects: { name: 'Documented', clientName: 'Documented' },
  opportunities: { name: 'Documented' },
  expenses: { amount: 1 },
  contacts: { first: 'Documented' },
  webhooks: { url: 'https://receiver.example/', types: ['client'] },
};

describe('the OpenAPI document is as strict as the service', () => {
  interface Schema {
    $ref?: string;
    required?: string[];
    properties: Record<string, { type?: string; enum?: unknown }>;
  }
  const document = JSON.parse(JSON.stringify(createOpenApiDocument()));
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>)
    .flatMap(([path, item]) => Object.entries(item).map((entry) => [path, ...entry] as const))
    .filter(([, , { requestBody }]) => requestBody?.content['application/json'] !== undefined);
  interface Operation {
    requestBody?: {
      content: {
        'application/json'?: { schema: Schema; examples: { example: { value: object } } };
      };
    };
  }
  const schemaOf = ({ requestBody }: Operation): Schema => {
    const schema = requestBody?.content['application/json']?.schema as Schema;
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : document.components.schemas[name];
  };

  test.each(operations.filter(([, method]) => method === 'put'))('%s %s', async (path, _, put) => {
    const { required = [], properties } = schemaOf(put);
    const answer = await api.request(path, {
      method: 'PUT',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({ id: await idAt(path) }),
    });
    const reported = (answer.body.errors ?? [])
      .filter(({ code }: { code: string }) => code === 'required')
      .map(({ path: field }: { path: string }) => field);
    // A contact needs one of its names, an expense its amount or its lines.
    if (!/contacts|expenses/.test(path)) expect(['id', ...reported]).toEqual(required);
    const { value } = put.requestBody?.content['application/json']?.examples.example ?? {};
    const unknown = Object.keys(value ?? {}).filter((name) => !Object.hasOwn(properties, name));
    expect(unknown).toEqual([]);
  });

  const idAt = async (path: string) => {
    const [, , , resource = ''] = path.split('/');
    const { body } = await api.ours.post(`${resource}/create`, records[resource]);
    return body.id;
  };

  const requiredTexts = operations.flatMap(([path, method, operation]) => {
    const { required = [], properties = {} } = schemaOf(operation);
    return required
      .map((name) => [path, method, name, properties[name]] as const)
      .filter(([, , , field]) => field?.type === 'string' && !field.enum);
  });

  test.each(requiredTexts)('%s %s requires text in %s', (_path, _method, _name, field) => {
    expect(field).toMatchObject({ minLength: 1, pattern: '\\S' });
  });

  test('and there is such text', () => {
    expect(requiredTexts.length).toBeGreaterThan(15);
  });
});
