import type fc from 'fast-check';
import type { GraphQLNamedType, GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import type { TestApi } from './api.ts';
import { ask, nodeTypeOf } from './graphql.ts';
import type { Requested, Row } from './read-model.ts';
import { keyOf, ReadModel } from './read-model.ts';
import type { Case } from './read-operations.ts';
import type { Page } from './read-orders.ts';
import { isListed, orderArgument } from './read-orders.ts';
import { returnedOperation } from './read-results.ts';

/** The description of a failed case: its operation, which the comparison prints with the difference. */
export const caseReporter = <T>(details: fc.RunDetails<T>): void => {
  if (!details.failed) return;
  throw new Error(
    `seed ${details.seed}, path ${details.counterexamplePath}, after ${details.numRuns} cases`,
    { cause: details.errorInstance },
  );
};

/** Compares what an operation answers with the model. */
export async function readComparison(api: TestApi) {
  const model = await ReadModel.of(api);

  async function argumentsOf(of: GraphQLNamedType, page: Page, names: readonly string[]) {
    const name = (nodeTypeOf(of) as GraphQLObjectType).name;
    const start = await model.startOf(name, page);
    const cursor = start && (await model.cursorsOf(name, page)).get(start);
    const hidden = names.filter((argument) => argument.startsWith('include'));
    return [
      `${page.backward ? 'last' : 'first'}: ${page.size}`,
      ...orderArgument(page),
      ...(cursor ? [`${page.backward ? 'before' : 'after'}: "${cursor}"`] : []),
      ...(page.all ? hidden.map((argument) => `${argument}: true`) : []),
    ].join(', ');
  }

  async function written(type: GraphQLNamedType, requested: readonly Requested[]): Promise<string> {
    const fields = await Promise.all(
      requested.map(async ({ name, alias, page, below: inner }) => {
        const field = isObjectType(type) ? type.getFields()[name] : undefined;
        const own = alias === name ? name : `${alias}: ${name}`;
        if (!(field && inner)) return own;
        const of = getNamedType(field.type);
        const input =
          page &&
          (await argumentsOf(
            of,
            page,
            field.args.map((arg) => arg.name),
          ));
        return `${own}${input ? `(${input})` : ''} ${await written(of, inner)}`;
      }),
    );
    return `{ ${fields.join(' ')} }`;
  }

  async function operationOf(value: Case): Promise<{ source: string; expected(): unknown }> {
    const { root, type, field, page, at, below: sent } = value;
    const rows = model.rows(type.name);
    if (root === 'list') {
      const of = getNamedType(field.type);
      const names = field.args.map((arg) => arg.name);
      const source = `${field.name}(${await argumentsOf(of, page, names)}) ${await written(of, sent)}`;
      const among = rows.filter((row) => isListed(field.name, row));
      const expected = () => model.page(of as GraphQLObjectType, among, page, names, sent);
      return { source: `{ result: ${source} }`, expected };
    }
    const selection = await written(type, sent);
    const returned = returnedOperation(model, value);
    if (returned) {
      const source = `${returned.kind ?? ''} { result: ${returned.source(selection)} }`;
      const record = (row: Row) => model.record(type.name, row, sent);
      return { source, expected: () => returned.expected(record) };
    }
    const row = rows[at % rows.length];
    const id = keyOf(type.name, row?.id);
    const expected = async () => (row ? await model.record(type.name, row, sent) : null);
    const single = `${type.name.charAt(0).toLowerCase()}${type.name.slice(1)}`;
    if (root === 'one')
      return { source: `{ result: ${single}(id: "${id}") ${selection} }`, expected };
    return {
      source: `{ result: nodes(ids: ["${id}", "cli_0", "${id}"]) { ... on ${type.name} ${selection} } }`,
      expected: async () => {
        const record = await expected();
        return [record, null, record];
      },
    };
  }

  return async (filterInput: Case): Promise<void> => {
    const { source, expected } = await operationOf(filterInput);
    const { data, errors } = await ask(api.ours.context, source);
    expect({ source, errors, result: data?.result }).toEqual({
      source,
      errors: undefined,
      result: await expected(),
    });
  };
}
