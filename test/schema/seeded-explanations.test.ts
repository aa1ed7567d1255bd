import { beforeAll, expect, test } from 'vitest';
import { seedWorkspace } from '../../src/seed/index.ts';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';

const api = useTestApi();

beforeAll(async () => {
  const { context } = api.ours;
  const options = { clients: 40, months: 12, seed: 4, onProgress: () => {} };
  await seedWorkspace(api.database.prisma, context, options);
});

test('the explanation of every invoice of sample data ends in the amounts that are stored', async () => {
  const amounts = 'subTotal discountAmount tax total amountDue';
  let [after, count] = [null as string | null, 0];
  do {
    const { data } = await askFor(
      api.ours.context,
      `query ($after: String) { invoices(first: 100, after: $after) { pageInfo { endCursor hasNextPage }
         edges { node { ${amounts} totalsExplanation { ${amounts} } } } } }`,
      { after },
    );
    const { edges, pageInfo } = data.invoices;
    for (const { node } of edges) {
      const { totalsExplanation, ...stored } = node;
      expect(totalsExplanation).toEqual(stored);
      count += 1;
    }
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(count).toBeGreaterThan(100);
});
