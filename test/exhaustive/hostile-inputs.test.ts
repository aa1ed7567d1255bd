import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { useArranged, validBody } from '../support/arranged-records.ts';
import type { Leaf } from '../support/leaves.ts';
import { leavesOf, shapesOf, withLeaf } from '../support/leaves.ts';
import {
  byOperation,
  callRoute,
  errorsInBody,
  routePathOf,
  routes,
  takesId,
  writingRoutes,
} from '../support/routes.ts';
import { isLongRun } from '../support/sampling.ts';
import { snapshot } from '../support/snapshot.ts';

const api = useTestApi({ bodyLimitBytes: 64 * 1_048_576 });
const ours = useArranged(api, 'Lovelace');

/** A placeholder in a body for a value that only JSON text can express. */
const placeholder = '<hostile>';

const inJson = (body: unknown, raw: string) =>
  JSON.stringify(body).replaceAll(`"${placeholder}"`, () => raw);

/** Either overflows the call stack of a recursive function. */
const depth = isLongRun ? 100_000 : 25_000;

const nested = (open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Values, as JSON writes them, that no field of any kind can take. */
const impossible: Record<string, string> = {
  'text with NUL': '"a\\u0000b"',
  'half a surrogate pair': '"a\\ud800b"',
  'a number that is infinite': '1e400',
  'text of 100,000 characters': JSON.stringify('x'.repeat(100_000)),
};

const deepList = nested('[', ']');

/** The first field of each kind: enough where a value is slow to read, and the field's kind decides alone. */
function oneOfEachKind(leaves: Leaf[]): Leaf[] {
  const kinds = new Map<string, Leaf>();
  for (const leaf of leaves.toReversed()) kinds.set(JSON.stringify(leaf.presentation), leaf);
  return [...kinds.values()];
}

/** Values that some fields can take, and none may stumble over. */
const odd: Record<string, string> = {
  'an object that cannot be text': '{"toString":1,"valueOf":1}',
  'a key that is a prototype': '{"__proto__":{"polluted":1},"constructor":{"prototype":1}}',
  'the name of a prototype': '"__proto__"',
  'a list of nothing': '[null]',
  'text that is no word': '"\\u202e٣\\nb\\u2028\\ufeff"',
  'text that is code': `"'; DROP TABLE \\"Client\\"; --%_\\\\{{ workspace.name }}<script>alert(1)</script>"`,
};

/** The same for fields that hold a number. */
const oddNumbers: Record<string, string> = {
  true: 'true',
  'a negative number': '-1',
  'minus zero': '-0',
  'a number beyond exactness': '9007199254740993',
  'a tiny number': '1e-300',
  'a number as text': '"1e400"',
};

const oddFor = ({ presentation }: Leaf) =>
  presentation.kind === 'scalar' && /^(Decimal|Int)$/.test(presentation.name)
    ? { ...odd, ...oddNumbers }
    : odd;

/** More than a body usually may have; reading ten times as much takes ten times as long. */
const hugeLength = isLongRun ? 10_000_000 : 1_500_000;

/** How many of the odd values the suite tries in a field where one of its kind was tried with all. */
const someOdd = 1;

/** The fields of a body, each with the odd values that are tried in it: all of them by `npm run test:long`. */
function oddIn(leaves: Leaf[]): { leaf: Leaf; values: [name: string, raw: string][] }[] {
  const tried = isLongRun ? leaves : oneOfEachKind(leaves);
  return leaves.map((leaf, position) => {
    const all = Object.entries(oddFor(leaf));
    if (tried.includes(leaf)) return { leaf, values: all };
    const from = (position * someOdd) % all.length;
    return { leaf, values: [...all, ...all].slice(from, from + someOdd) };
  });
}

/** Updates have a valid id, because an invalid one is reported before other errors. */
const withId = (route: (typeof routes)[number], body: object) =>
  takesId(route) ? { ...body, id: validBody(route, ours).id } : body;

describe.each(byOperation(writingRoutes))('%s', (_, route) => {
  const shapes = shapesOf(route).map((shape) => leavesOf(shape));
  /** An operation that takes only an id has no field to be wrong. */
  const testOfFields = test.skipIf(shapes.flat().length === 0);
  const allWrong = (leaves: Leaf[]) =>
    withId(
      route,
      leaves.reduce<object>((body, { path }) => withLeaf(body, path, placeholder) as object, {}),
    );

  let before: Record<string, string>;
  beforeAll(async () => {
    before = await snapshot(api.database.pool);
  });

  const expectListed = async (raw: string, choose = (leaves: Leaf[]) => leaves) => {
    for (const leaves of shapes.map(choose)) {
      const answer = await callRoute(api, route, { text: inJson(allWrong(leaves), raw) });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(errorsInBody(answer)).toEqual([]);
      const reported: string[] = answer.body.errors.map(({ path }: { path: string }) => `${path}.`);
      const isLongFile = ({ path }: Leaf) =>
        raw.length > 1_000 && route.operationId === 'createExpenseFromFile' && path[0] === 'file';
      const invalid = leaves.filter(
        (leaf) => !(takesId(route) && leaf.path.join() === 'id') && !isLongFile(leaf),
      );
      const fields = invalid.map(({ path }) => `${path.join('.')}.`);
      const silent = fields.filter((field) => !reported.some((path) => path.startsWith(field)));
      expect(silent).toEqual([]);
      expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
    }
  };

  testOfFields.each(Object.entries(impossible))('lists every field for %s', (_name, raw) =>
    expectListed(raw, raw.length > 1_000 && !isLongRun ? oneOfEachKind : undefined),
  );

  testOfFields(`lists a field of each kind for a list ${depth} deep`, () =>
    expectListed(deepList, oneOfEachKind),
  );

  test('takes no field from a prototype', async () => {
    const valid = JSON.stringify(validBody(route, ours));
    const answer = await callRoute(api, route, { text: `{"__proto__":${valid}}` });
    expect([400, 412]).toContain(answer.status);
  });

  testOfFields('refuses megabytes of text in its first field', async () => {
    const [leaf] = shapes.flat() as [Leaf, ...Leaf[]];
    const body = withLeaf(validBody(route, ours), leaf.path, 'x'.repeat(hugeLength));
    const answer = await callRoute(api, route, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  });

  test('has written nothing for all that', async () => {
    expect(await snapshot(api.database.pool)).toEqual(before);
  });

  // PUT reads the same fields in the same way as PATCH.
  test.skipIf(route.method === 'PUT')('stumbles over no odd value in any field', async () => {
    for (const { leaf, values } of oddIn(shapes.flat())) {
      const { path } = leaf;
      for (const [name, raw] of values) {
        const body = withLeaf(validBody(route, ours), path, placeholder);
        const answer = await callRoute(api, route, { text: inJson(body, raw) });
        const received = `${path.join('.')}: ${name}: ${JSON.stringify(answer.body)}`;
        const missingId = path.join() === 'id' ? [412] : [];
        expect([200, 400, 403, 404, 409, ...missingId], received).toContain(answer.status);
        if (answer.status !== 200) expect(errorsInBody(answer), received).toEqual([]);
      }
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe.each(byOperation(routes.filter(({ input }) => input.from === 'query')))(
  '%s',
  (_, route) => {
    test('stumbles over no odd parameter', async () => {
      const values = ['%00', '%ff%fe', '%ed%a0%80', '%', '+', 'x'.repeat(20_000), '%F0%9F%92%A9'];
      for (const [leaf] of shapesOf(route).map((shape) => leavesOf(shape))) {
        const name = String(leaf?.path[0]);
        for (const query of [
          ...values.map((value) => `${name}=${value}`),
          `${name}=a&${name}=b`,
          `${name}[toString]=1`,
          '__proto__=1&constructor=1',
          `${name}`,
        ]) {
          const answer = await api.request(`${routePathOf(route)}?${query}`, {
            headers: { 'x-api-key': api.ours.key },
          });
          expect([200, 400, 404], query.slice(0, 40)).toContain(answer.status);
          if (answer.status !== 200) expect(errorsInBody(answer)).toEqual([]);
        }
      }
    });
  },
);

const oddPaths = [
  '%00',
  '%ff%fe',
  '%ed%a0%80',
  '%',
  '+',
  '%20',
  '%2F',
  '%2e%2e%2f',
  '%F0%9F%92%A9',
];

describe.each(byOperation(routes.filter(({ input }) => input.from === 'path')))(
  '%s',
  (_, route) => {
    test('stumbles over no odd path', async () => {
      for (const value of [...oddPaths, 'x'.repeat(20_000), '__proto__', "'%20OR%201=1--"]) {
        const path = routePathOf(route).replace(/\{\w+\}/, value);
        // Of a workspace without records: ours has some by now whose own ids are as odd as these.
        const answer = await api.request(path, {
          method: route.method,
          headers: { 'x-api-key': api.theirs.key },
        });
        expect([400, 403, 404, 412], value.slice(0, 40)).toContain(answer.status);
        expect(answer.body.code).not.toBe('route_not_found');
        expect(errorsInBody(answer), value.slice(0, 40)).toEqual([]);
      }
    });
  },
);

test.each(['-1', '0', '1.0', '1e0', '99999999999999999999', '%00', '%D9%A1', 'me', 'NaN'])(
  'the identity of workspace %s is rejected',
  async (id) => {
    const answer = await api.ours.get(`account/${id}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_workspace' } });
  },
);
