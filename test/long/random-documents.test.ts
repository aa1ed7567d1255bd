import { test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { compareRequests } from '../support/document-requests.ts';

const api = useTestApi();

test('500 documents with every feature have the same totals in both APIs, in their explanations and copies, and the equations hold in the database', async () => {
  await compareRequests(api, 500);
});
