import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { mcpKey } from '../support/mcp.ts';
import { connectClient } from '../support/mcp-client.ts';

const api = useTestApi();

const namesOf = (values: readonly { name: string }[]) => values.map(({ name }) => name);

test.each(['legacy', 'auto'] as const)(
  'a client of the era "%s" lists and gets every prompt',
  async (era) => {
    const client = await connectClient(api, await mcpKey(api.ours), { era });
    const { prompts } = await client.listPrompts();
    expect(namesOf(prompts)).toEqual(['chase_overdue', 'bill_the_month', 'review_week']);
    const { tools } = await client.listTools();
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name });
      const [{ content } = { content: undefined }] = messages;
      const text = content?.type === 'text' ? content.text : '';
      expect(text.length).toBeLessThan(1_000);
      const named = text.match(/\b[a-z]+_[a-z]+\b/g)?.filter((word) => !/^time_by/.test(word));
      expect(namesOf(tools)).toEqual(expect.arrayContaining(named ?? []));
      if (/send_document/.test(text)) expect(text).toMatch(/Ask me (which|before)/);
    }
  },
);

test('arguments are in the text, and unknown or invalid ones are rejected', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'Pacific/Kiritimati' });
  const client = await connectClient(api, await mcpKey(workspace));
  const get = async (name: string, values: Record<string, string>) =>
    JSON.stringify((await client.getPrompt({ name, arguments: values })).messages);
  const date = new Date(Date.now() + (14 - 30 * 24) * 3_600_000).toISOString().slice(0, 10);
  expect(await get('chase_overdue', { days: '30' })).toContain(date);
  expect(await get('bill_the_month', { client: 'Ada "Ltd"' })).toContain('Ada');
  await expect(get('chase_overdue', { days: 'x' })).rejects.toThrow('Invalid days');
  await expect(get('chase_overdue', { day: '1' })).rejects.toThrow('days');
  await expect(get('pay_all', {})).rejects.toThrow('Unknown prompt');
});

test('a key lists the prompts whose tools it may use', async () => {
  const reading = await connectClient(api, api.ours.key);
  expect(namesOf((await reading.listPrompts()).prompts)).toEqual(['review_week']);
  await expect(reading.getPrompt({ name: 'chase_overdue' })).rejects.toThrow('Unknown prompt');
});

test('arguments are completed, with the clients of the workspace', async () => {
  const workspace = await api.addWorkspace();
  await workspace.post('clients/create', { name: 'Ada Ltd' });
  await workspace.post('clients/create', { name: 'Adobe', clientType: 'PROSPECT' });
  await api.theirs.post('clients/create', { name: 'Adam' });
  const client = await connectClient(api, await mcpKey(workspace));
  const complete = async (name: string, argument: string, value: string) => {
    const ref = { type: 'ref/prompt' as const, name };
    return (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
  };
  expect(await complete('bill_the_month', 'client', 'ad')).toEqual(['Ada Ltd']);
  expect(await complete('chase_overdue', 'days', '3')).toEqual(['30']);
  expect(await complete('chase_overdue', 'client', 'ad')).toEqual([]);
});
