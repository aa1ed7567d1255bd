import { expect } from 'vitest';
import type { TestApi } from './api.ts';
import type { GraphQLAnswer } from './graphql.ts';
import { planOf } from './graphql.ts';

/** Reads queries of one workspace, expects an answer written as short as JSON can be, and returns the data. */
export function planned(api: TestApi) {
  return async (
    source: string,
    variables: Record<string, unknown> = {},
  ): Promise<NonNullable<GraphQLAnswer['data']>> => {
    const result = await planOf(source, variables)({ ...api.ours.context });
    const data = JSON.parse(result);
    expect(result === JSON.stringify(data), `no blanks between values: ${source}`).toBe(true);
    return data;
  };
}
