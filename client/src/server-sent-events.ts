export interface ServerSentEvent {
  type: string;
  id: string | undefined;
  data: string;
}

function parse(block: string): ServerSentEvent {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    const before = fields.get(name);
    fields.set(name, name === 'data' && before !== undefined ? `${before}\n${value}` : value);
  }
  return {
    type: fields.get('event') ?? 'message',
    id: fields.get('id'),
    data: fields.get('data') ?? '',
  };
}

/** The events of a stream. Calls `onChunk` also for comments. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onChunk();
    text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (!block.startsWith(':')) yield parse(block);
  }
}
