import { headers, url } from './service.mjs';

const logTime = `mutation ($input: CreateTimeEntryInput!) {
  createTimeEntry(input: $input) {
    __typename
    ... on CreateTimeEntrySuccess { timeEntry { id } }
    ... on ExpectedError { code message errors { path message } }
  }
}`;

async function request(query, variables) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(`${errors[0].extensions.code}: ${errors[0].message}`);
  return data;
}

const { createTimeEntry } = await request(logTime, {
  input: { clientName: 'Ada', timerStart: '2026-03-02T09:00', timerEnd: '2026-03-02T08:00' },
});
console.log(JSON.stringify(createTimeEntry));
