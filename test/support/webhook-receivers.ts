import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a receiver misbehaves, apart from the first. It accepts every event after a while. */
const receiverKinds = [
  ...(['healthy', 'slow', 'failing', 'hanging', 'trickling', 'redirecting'] as const),
];

export type ReceiverKind = (typeof receiverKinds)[number];

interface ReceivedEvent {
  id: string;
  recordId: string;
  recordVersion: number;
}

/** A receiver accepts an event at this arrival at the latest. */
const maxArrivals = 4;

/** One endpoint's requests. */
export class CheckedReceiver {
  readonly kind: ReceiverKind;
  secret = '';
  readonly accepted = new Set<string>();
  duplicates = 0;
  failures = 0;
  /** Arrivals before the previous change of the record was accepted. */
  readonly outOfOrder: string[] = [];
  /** Requests with a wrong signature, or with the id of another event. */
  readonly invalid: string[] = [];
  readonly #arrivals = new Map<string, number>();
  readonly #acceptedVersions = new Set<string>();
  readonly #idOfVersion = new Map<string, string>();
  readonly #random: (id: string, arrival: number) => number;
  readonly #rareShare: number;
  readonly #trapUrl: string;

  constructor(
    kind: ReceiverKind,
    {
      name,
      rareShare,
      seed,
      trapUrl,
    }: { name: string; rareShare: number; seed: number; trapUrl: string },
  ) {
    this.kind = kind;
    this.#rareShare = rareShare;
    this.#trapUrl = trapUrl;
    this.#random = (id, arrival) => {
      const hash = createHash('sha1').update(`${seed} ${name} ${id} ${arrival}`).digest();
      return hash.readUInt32BE(0) / 2 ** 32;
    };
  }

  receive({ headers }: IncomingMessage, text: string, response: ServerResponse): void {
    const event = JSON.parse(text) as ReceivedEvent;
    const { id, recordId, recordVersion } = event;
    this.#check(event, headers, text);
    const arrival = (this.#arrivals.get(id) ?? 0) + 1;
    this.#arrivals.set(id, arrival);
    if (recordVersion > 1 && !this.#acceptedVersions.has(`${recordId} ${recordVersion - 1}`))
      this.outOfOrder.push(`${id}: ${recordId}, version ${recordVersion}`);
    const random = arrival < maxArrivals ? this.#random(id, arrival) : 1;
    if (this.#misbehave(random, response)) {
      this.failures += 1;
      return;
    }
    const accept = () => {
      if (this.accepted.has(id)) this.duplicates += 1;
      this.accepted.add(id);
      this.#acceptedVersions.add(`${recordId} ${recordVersion}`);
      response.end();
    };
    if (this.kind === 'slow') setTimeout(accept, random * 100);
    else accept();
  }

  /** Whether the request fails. */
  #misbehave(random: number, response: ServerResponse): boolean {
    if (this.kind === 'failing' && random < 0.1) response.writeHead(500).end();
    else if (this.kind === 'redirecting' && random < 0.02)
      response.writeHead(307, { location: this.#trapUrl }).end();
    else if (this.kind === 'trickling' && random < this.#rareShare) trickle(response);
    else return this.kind === 'hanging' && random < this.#rareShare;
    return true;
  }

  #check(
    { id, recordId, recordVersion }: ReceivedEvent,
    headers: IncomingMessage['headers'],
    text: string,
  ): void {
    const key = Buffer.from(this.secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    const version = `${recordId} ${recordVersion}`;
    const knownId = this.#idOfVersion.get(version) ?? id;
    this.#idOfVersion.set(version, id);
    if (
      signature !== headers['webhook-signature'] ||
      headers['webhook-id'] !== id ||
      knownId !== id
    )
      this.invalid.push(id);
  }
}

function trickle(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 200);
  response.on('close', () => clearInterval(timer));
}

/** Receivers on one port, each with its own path. */
export async function startReceivers(
  kinds: readonly ReceiverKind[],
  { rareShare, seed }: { rareShare: number; seed: number },
) {
  let redirectedRequests = 0;
  const receivers: CheckedReceiver[] = [];
  const server = createServer((request, response) => {
    const receiver = receivers[Number(request.url?.slice(1))];
    if (!receiver) redirectedRequests += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    // A killed process does not finish its request.
    request.on('error', () => undefined);
    request.on('end', () =>
      receiver?.receive(request, Buffer.concat(chunks).toString('utf8'), response),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receivers.push(
    ...kinds.map(
      (kind, index) =>
        new CheckedReceiver(kind, { rareShare, seed, name: String(index), trapUrl: `${url}/trap` }),
    ),
  );
  return {
    receivers,
    urlOf: (receiver: CheckedReceiver) => `${url}/${receivers.indexOf(receiver)}`,
    redirectedRequests: () => redirectedRequests,
    accepted: () => receivers.reduce((sum, { accepted }) => sum + accepted.size, 0),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
