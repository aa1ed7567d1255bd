import { expect } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import type { TestApi } from './api.ts';
import type { GraphQLAnswer } from './graphql.ts';
import { execute, planOf } from './graphql.ts';

/**
 * A check of one workspace's queries: reads one by its plan and executes it, expects the same answer of no more than so
 * many further statements, written as short as JSON can be, and answers the data.
 */
export function planned(api: TestApi) {
  return async (
    source: string,
    variables: Record<string, unknown> = {},
    further = 0,
  ): Promise<NonNullable<GraphQLAnswer['data']>> => {
    const read = planOf(source, variables);
    if (!read) throw new Error(`There is no plan for ${source}`);
    const { context } = api.ours;
    const executed = await countStatements(() => execute(context, source, variables));
    const { result, statements } = await countStatements(() => read({ ...context }));
    expect(executed.result.errors, source).toBeUndefined();
    const data = JSON.parse(result);
    expect(result === JSON.stringify(data), `no blanks between values: ${source}`).toBe(true);
    expect(data, source).toEqual(JSON.parse(JSON.stringify(executed.result.data)));
    expect(statements.length, source).toBeLessThanOrEqual(executed.statements.length + further);
    return data;
  };
}
