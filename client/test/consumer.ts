/** A program that uses the published package. A test compiles it with the settings of other projects. */
import {
  Actiongraph,
  type ErrorOf,
  type GraphQL,
  isActiongraphError,
  type Rest,
  verifyWebhook,
} from '@actiongraph/client';

const api = new Actiongraph({ url: 'https://api.example.com', apiKey: 'ag_1' });

export async function rest(): Promise<Rest.Client> {
  for await (const { amountDue } of api.rest.searchInvoices({ status: 'SENT' })) {
    const due: number | null = amountDue;
    void due;
  }
  // @ts-expect-error a list has no such parameter
  await api.rest.listClients({ size: 10 });
  return api.rest.createClient({ name: 'Ada' }).catch((error) => {
    const code: Rest.CommonErrorCode | string = error.code;
    if (error.code === 'name_taken') throw new Error(`${code}: ${error.errors[0]?.path}`);
    throw error;
  });
}

export async function errors(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    if (!isActiongraphError(error)) throw error;
    const known: ErrorOf = error;
    // @ts-expect-error the service declares no such code
    if (known.code === 'no_such_code') return '';
    return known.code === 'too_many_requests' ? String(known.retryAfterMs) : known.message;
  }
}

export async function graphql(): Promise<void> {
  const where: GraphQL.ClientWhere = { name: { startsWith: 'A' } };
  const all = api.paginate(
    'query ($where: ClientWhere, $after: String) { … }',
    { where },
    ({ clients }: { clients: GraphQL.ClientConnection }) => clients,
  );
  for await (const client of all) void client.name;
  const changes = api.subscribe<{ recordChanged: GraphQL.RecordChange }>('subscription { … }');
  for await (const { recordChanged } of changes) void recordChanged.kind;
}

export async function webhook(request: Request): Promise<number> {
  const event = await verifyWebhook(await request.text(), request.headers, 'whsec_');
  if (event.type === 'invoice.paid') return event.data?.amountDue ?? 0;
  // @ts-expect-error the service has no such event
  if (event.type === 'invoice.eaten') return 1;
  return event.type === 'webhook.test' ? 0 : event.types.length;
}
