/**
 * Asks a server the same requests again and again, on connections that each wait for their answer: a program of its own, which
 * does as little as one can for a request, so that the server gets what the processors have. Told by its first message, and
 * answers by one. An answer is read as far as is needed to know where it ends, and whether it is a success.
 */
import { connect, type Socket } from 'node:net';

/** What is asked. */
export interface GeneratorTask {
  url: string;
  seconds: number;
  connections: number;
  /** Requests as they are sent, one after the other, over and over. */
  requests: string[];
}

/** What came of it. */
export interface GeneratorResult {
  answers: number;
  seconds: number;
  /** Of this program, in milliseconds. */
  cpuMillis: number;
  /** The beginning of an answer that was no success, where there was one. */
  refusal?: string;
}

const bufferBytes = 65_536;
const endOfHead = '\r\n\r\n';

/** Calls `answered` at each end of an answer whose length its head tells, and `refused` where one is no success. */
function readAnswers(answered: () => void, refused: (what: string) => void) {
  let rest = 0;
  let head = '';
  const begun = (text: string) => {
    const end = text.indexOf(endOfHead);
    if (end < 0) return 0;
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (!text.startsWith('HTTP/1.1 200') || length === undefined) refused(text.slice(0, 2_000));
    rest = Number(length ?? 0);
    return end + endOfHead.length;
  };
  return (length: number, buffer: Buffer) => {
    for (let at = 0; at < length; ) {
      if (rest === 0) {
        const before = head.length;
        head += buffer.latin1Slice(at, Math.min(length, at + 4_096));
        const taken = begun(head);
        if (taken === 0) {
          at = Math.min(length, at + 4_096);
          continue;
        }
        at += taken - before;
        head = '';
      }
      const body = Math.min(rest, length - at);
      rest -= body;
      at += body;
      if (rest === 0) answered();
    }
  };
}

async function ask({ url, seconds, connections, requests }: GeneratorTask) {
  const { hostname, port } = new URL(url);
  const sent = requests.map((request) => Buffer.from(request));
  const began = performance.now();
  const cpu = process.cpuUsage();
  const sockets: Socket[] = [];
  let answers = 0;
  let asked = 0;
  await new Promise<void>((resolve, reject) => {
    const refused = (what: string) => reject(new Error(what));
    setTimeout(resolve, seconds * 1_000);
    for (let index = 0; index < connections; index += 1) {
      const next = () => {
        socket.write(sent[asked % sent.length] as Buffer);
        asked += 1;
      };
      const read = readAnswers(() => {
        answers += 1;
        next();
      }, refused);
      const callback = (length: number, buffer: Uint8Array) => {
        read(length, buffer as Buffer);
        return true;
      };
      const onread = { buffer: Buffer.allocUnsafe(bufferBytes), callback };
      const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('end', () => refused('A connection was ended by the server.'));
      sockets.push(socket);
    }
  });
  const { user, system } = process.cpuUsage(cpu);
  for (const socket of sockets) socket.destroy();
  return {
    answers,
    seconds: (performance.now() - began) / 1_000,
    cpuMillis: (user + system) / 1_000,
  };
}

process.once('message', async (task: GeneratorTask) => {
  const nothing = { answers: 0, seconds: 0, cpuMillis: 0 };
  const result: GeneratorResult = await ask(task).catch((error: Error) => ({
    ...nothing,
    refusal: error.message,
  }));
  process.send?.(result, () => process.exit());
});
