import { Actiongraph, unwrap } from '@actiongraph/client';
import { ACTIONGRAPH_KEY, ACTIONGRAPH_URL } from './service.mjs';

const logTime = `mutation ($input: CreateTimeEntryInput!) {
  createTimeEntry(input: $input) {
    ... on CreateTimeEntrySuccess { timeEntry { id } }
    ... on ExpectedError { code message errors { path code message } }
  }
}`;

const api = new Actiongraph({ url: ACTIONGRAPH_URL, apiKey: ACTIONGRAPH_KEY });
const input = { clientName: 'Ada', timerStart: '2026-03-02T09:00', timerEnd: '2026-03-02T08:00' };
try {
  const { createTimeEntry } = await api.graphql(logTime, { input });
  console.log(unwrap(createTimeEntry).timeEntry.id);
} catch ({ name, code, errors }) {
  console.log(JSON.stringify({ name, code, errors }));
}
