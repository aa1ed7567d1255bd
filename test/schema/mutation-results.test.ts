import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { countWaiting } from '../support/citus.ts';
import { mutated } from '../support/mutations.ts';

/** What an operation returns of a record that others change, or that it changes again, before it has been read. */

const api = useTestApi();

/** Runs an operation whose records are read only after the given work. The read of their projects has to wait for it. */
async function whileReading<T>(operation: () => Promise<T>, concurrent: string): Promise<T> {
  const other = await api.database.pool.connect();
  try {
    await other.query('BEGIN; LOCK TABLE "Project" IN ACCESS EXCLUSIVE MODE');
    const answer = operation();
    await expect.poll(() => countWaiting(api.owner)).toBe(1);
    await other.query(`${concurrent}; COMMIT`);
    return await answer;
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
}

const displayed = 'client { name projects(first: 1) { nodes { name } } }';

test('a record that is deleted after a mutation wrote it is reported as written, and not to be sent again', async () => {
  const source = `mutation {
    before: createVendor(input: { name: "Before" }) { ... on CreateVendorSuccess { vendor { name } } }
    lost: createClient(input: { name: "Lost" }) { ... on CreateClientSuccess { ${displayed} } }
    after: createVendor(input: { name: "After" }) { ... on CreateVendorSuccess { vendor { name } } }
  }`;
  const { body } = await whileReading(
    () => api.ours.gql(source),
    `DELETE FROM "Client" WHERE name = 'Lost'`,
  );
  expect(body).toEqual({
    data: {
      before: { vendor: { name: 'Before' } },
      lost: null,
      after: { vendor: { name: 'After' } },
    },
    errors: [
      {
        message: expect.stringMatching(/^This was written, .* Do not send it again; request id /),
        path: ['lost', 'client'],
        locations: [expect.any(Object)],
        extensions: { code: 'outcome_unknown', requestId: expect.any(String) },
      },
    ],
  });
});

test('a record that is deleted after a report found it is null, and everything else is returned', async () => {
  const stage =
    'value stage { opportunities(first: 1) { nodes { client { projects(first: 1) { nodes { name } } } } } }';
  const { body } = await whileReading(
    () => api.ours.gql(`{ figures { pipelineByStage { ${stage} } } users { totalCount } }`),
    `DELETE FROM "PipelineStage" WHERE "accountId" = ${api.ours.accountId}`,
  );
  const { figures, users } = body.data;
  expect([body.errors, users]).toEqual([undefined, { totalCount: 1 }]);
  expect(figures.pipelineByStage.length).toBeGreaterThan(0);
  for (const found of figures.pipelineByStage) expect(found).toEqual({ value: '0', stage: null });
});

test('mutations on one record in one operation each return it as they left it', async () => {
  const { id } = await mutated(api.ours, 'createVendor', { name: 'Twice' });
  const update = (fields: string) =>
    `updateVendor(input: { id: "${id}", ${fields} }) {
      __typename ... on UpdateVendorSuccess { vendor { name website } } }`;
  const { body } = await api.ours.gql(`mutation {
    first: ${update('name: "Once"')}
    second: ${update('name: "Again", website: "https://again.example"')}
    refused: ${update('name: ""')}
    third: ${update('website: null')}
    gone: deleteVendor(input: { id: "${id}" }) { ... on DeleteVendorSuccess { deletedId } }
    late: ${update('name: "Too late"')}
  }`);
  const updated = (name: string, website: string | null) => ({
    __typename: 'UpdateVendorSuccess',
    vendor: { name, website },
  });
  expect(body).toEqual({
    data: {
      first: updated('Once', null),
      second: updated('Again', 'https://again.example'),
      refused: { __typename: 'InvalidInputError' },
      third: updated('Again', null),
      gone: { deletedId: id },
      late: { __typename: 'NotFoundError' },
    },
  });
});
