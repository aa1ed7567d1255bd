import { expect, test } from 'vitest';
import { pdf, upload } from '../support/attachments.ts';
import type { OperationCase } from '../support/operation-cases.ts';

export const operationCase: OperationCase = {
  inputs: async (api, workspace) => {
    const { body: expense } = await workspace.post('expenses/create', { amount: 10 });
    const inputs = [];
    for (let count = 0; count < 20; count += 1) {
      const fields = { type: 'EXPENSE', id: expense.id };
      const { body: id } = await upload(api, workspace, {
        fields,
        file: { bytes: pdf, name: 'a.pdf' },
      });
      inputs.push({ id });
    }
    return inputs;
  },
  conflict: async () => ({ id: 'att_unknown' }),
  tests: (api) => {
    test('other attachments with the same file stay', async () => {
      const [{ id }, other] = (await operationCase.inputs(api, api.ours)) as [
        { id: string },
        { id: string },
      ];
      const read = 'query ($id: ID!) { attachment(id: $id) { url } }';
      expect((await api.ours.delete(`attachments/${id}`)).status).toBe(200);
      expect((await api.ours.gql(read, { id })).body.data.attachment).toBeNull();
      const { url } = (await api.ours.gql(read, other)).body.data.attachment;
      const response = await api.app.request(new URL(url).pathname);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    });
  },
};
