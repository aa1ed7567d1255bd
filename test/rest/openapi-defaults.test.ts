import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldInfoOf } from '../../src/platform/input/field-metadata.ts';
import type { Route } from '../../src/rest/core/route.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/openapi-document.ts';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { byOperation, callRoute, routePathOf, writingRoutes } from '../support/routes.ts';

const api = useTestApi();
const world = useArranged(api, 'Defaults');
const document = JSON.parse(JSON.stringify(createOpenApiDocument()));

type Schema = Record<string, unknown>;

const bodySchemaOf = (route: Route): Schema =>
  document.paths[routePathOf(route)][route.method.toLowerCase()].requestBody.content[
    'application/json'
  ].schema;

/** The paths of all defaults in a schema and in the components to which it refers. */
function defaultsIn(schema: unknown, path = '', found: readonly string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) {
    if (found.includes($ref)) return [];
    const name = $ref.split('/').at(-1) as string;
    return defaultsIn(document.components.schemas[name], path, [...found, $ref]);
  }
  const isSchema = !path.endsWith('.properties');
  const own = isSchema && Object.hasOwn(schema, 'default') ? [path] : [];
  const nested = Object.entries(schema).flatMap(([name, value]) =>
    defaultsIn(value, `${path}.${name}`, found),
  );
  return [...own, ...nested];
}

/** Parses as a generated client with zod schemas does before it sends a body. */
function generatedClient(route: Route): z.ZodType {
  const text = JSON.stringify({ ...bodySchemaOf(route), $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

describe('no body has a default, which generated clients would send for fields that their caller leaves out', () => {
  test.each(byOperation(writingRoutes))('%s', (_, route) => {
    expect(defaultsIn(bodySchemaOf(route))).toEqual([]);
  });

  test('and the description names the default', () => {
    const { UpdateClient, RefundPayment, ToDoItemInput } = document.components.schemas;
    expect(UpdateClient.properties.clientType.description).toMatch(
      / Default on create: "Client"\.$/,
    );
    expect(RefundPayment.properties.ofCredit.description).toMatch(/ Default: false\.$/);
    expect(ToDoItemInput.properties.complete.description).toMatch(/ Default: false\.$/);
  });
});

const shapeOf = ({ input }: Route): z.ZodRawShape =>
  input.from === 'body' ? (input.schema as z.ZodObject).shape : {};

/** Fields that have a default, with a value that differs from it. */
function differingValues(route: Route): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shapeOf(route))) {
    const { absence, defaultValue, presentation } = fieldInfoOf(field) ?? {};
    if (absence !== 'default' || presentation === undefined) continue;
    if (name === 'toDos') values[name] = [{ item: 'Call', complete: true }];
    else if (typeof defaultValue === 'boolean') values[name] = !defaultValue;
    else if (presentation.kind === 'scalar' && !Number.isNaN(Number(defaultValue)))
      values[name] = Number(defaultValue) + 5;
    else if (presentation.kind === 'enum') {
      values[name] = presentation.values.find((value) => value !== defaultValue);
    } else throw new Error(`${route.operationId}.${name} needs a value that is not its default.`);
  }
  return values;
}

/** Fields of records that are computed from others. */
const computedFrom: Record<string, string[]> = {
  tasks: ['toDos'],
  ...{ discountAmount: ['discountPercent'], total: ['discountPercent'] },
  ...{ amountDue: ['discountPercent'] },
};

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

describe('a generated client that sends one field changes only that field', () => {
  const patches = writingRoutes.filter(({ operationId }) => operationId.startsWith('patch'));

  test.each(byOperation(patches))('%s', async (operation, route) => {
    const { id } = world.made[operation.replace('patch', 'create')];
    const client = generatedClient(route);
    const differing = differingValues(route);
    expect(Object.keys(differing)).not.toEqual([]);
    let { body: before } = await callRoute(api, route, { body: { id, ...differing } });
    const changes = Object.keys(differing).map((name): [string, unknown] => [name, null]);
    for (const [name, value] of [['notes', 'Sent'] as const, ...changes]) {
      const body = client.parse({ id, [name]: value });
      const { status, body: after } = await callRoute(api, route, { body });
      expect(status).toBe(200);
      const others = changedFields(before, after).filter(
        (changed) => !(computedFrom[changed] ?? [changed]).includes(name),
      );
      expect(others).toEqual([]);
      before = after;
    }
  });

  test('createOrUpdateCalendarEvent', async () => {
    const route = writingRoutes.find(
      ({ operationId }) => operationId === 'createOrUpdateCalendarEvent',
    ) as Route;
    const eventId = world.made.createOrUpdateCalendarEvent.id;
    await callRoute(api, route, { body: { eventId, busy: false, fullDay: true } });
    const body = generatedClient(route).parse({ eventId, summary: 'Review' });
    const { body: after } = await callRoute(api, route, { body });
    expect(after).toMatchObject({ summary: 'Review', busyEvent: false, startTime: null });
  });
});
