import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

beforeAll(() => api.ours.post('clients/create', { name: 'Ada' }));

const create = `mutation ($input: CreateTimeEntryInput!) {
  createTimeEntry(input: $input) { ... on CreateTimeEntrySuccess { timeEntry { timerStart } } ... on ExpectedError { code } } }`;
const createLiterally = (start: string) => `mutation {
  createTimeEntry(input: { clientName: "Ada", timerStart: "${start}", timerEnd: "2026-12-31T00:00:00Z" }) {
    ... on CreateTimeEntrySuccess { timeEntry { timerStart } } ... on ExpectedError { code } } }`;
const filter = `query ($start: DateTime) { timeEntries(where: { timerStart: { equals: $start } }) { totalCount } }`;
const filterLiterally = (start: string) =>
  `{ timeEntries(where: { timerStart: { equals: "${start}" } }) { totalCount } }`;

describe('a date-time is taken as both APIs take it, in inputs, literals and filters', () => {
  test.each([
    ['2026-03-31T14:00:00Z', '2026-03-31T14:00:00.000Z'],
    ['2026-03-31t14:01z', '2026-03-31T14:01:00.000Z'],
    ['2026-03-31 14:02', '2026-03-31T14:02:00.000Z'],
    ['2026-03-31T14:03:00.123456+0200', '2026-03-31T12:03:00.123Z'],
    ['2026-03-31T14:04+02', '2026-03-31T12:04:00.000Z'],
    ['2026-03-30', '2026-03-30T00:00:00.000Z'],
  ])('%s', async (start, instant) => {
    const input = { clientName: 'Ada', timerStart: start, timerEnd: '2026-12-31T00:00:00Z' };
    const { body } = await api.ours.post('timeWorked/create', input);
    const byVariable = (await api.ours.gql(create, { input })).body.data.createTimeEntry;
    const byLiteral = (await api.ours.gql(createLiterally(start))).body.data.createTimeEntry;
    const starts = [
      body.timerStart,
      byVariable.timeEntry.timerStart,
      byLiteral.timeEntry.timerStart,
    ];
    expect(starts).toEqual([instant, instant, instant]);
    const found = await Promise.all([
      api.ours.gql(filter, { start }),
      api.ours.gql(filterLiterally(start)),
    ]);
    expect(found.map((answer) => answer.body.data.timeEntries.totalCount)).toEqual([3, 3]);
  });

  test.each([
    '31.03.2026 14:00',
    '2026-02-30',
    '2026-03-31T24:00:00Z',
    '2026-03-31T14:00:60Z',
    '14:00',
  ])('%s is rejected by all', async (start) => {
    const input = { clientName: 'Ada', timerStart: start, timerEnd: '2026-12-31T00:00:00Z' };
    const rest = await api.ours.post('timeWorked/create', input);
    const byVariable = await api.ours.gql(create, { input });
    expect([rest.body.code, byVariable.body.data.createTimeEntry.code]).toEqual([
      'invalid_input',
      'invalid_input',
    ]);
    for (const answer of [
      await api.ours.gql(createLiterally(start)),
      await api.ours.gql(filter, { start }),
      await api.ours.gql(filterLiterally(start)),
    ]) {
      expect(answer.body.errors[0].message).toContain('must be a date-time of ISO 8601');
    }
  });
});

test('a day is taken of a date-time as well', async () => {
  const days = ['2026-04-30', '2026-04-30T10:00:00Z', '2026-04-30 23:30'];
  for (const dueDate of days) {
    const { body } = await api.ours.post('expenses/create', { amount: 1, dueDate });
    expect(body.dueDate).toBe('2026-04-30');
    const literally = `mutation { createExpense(input: { amount: 1, dueDate: "${dueDate}" }) {
      ... on CreateExpenseSuccess { expense { dueDate } } } }`;
    const { createExpense } = (await api.ours.gql(literally)).body.data;
    expect(createExpense.expense.dueDate).toBe('2026-04-30');
    const found = await api.ours.gql(
      `{ expenses(where: { dueDate: { equals: "${dueDate}" } }) { totalCount } }`,
    );
    expect(found.body.data.expenses.totalCount).toBeGreaterThan(1);
  }
});
