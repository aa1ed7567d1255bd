import type { DestinationStream, Logger } from 'pino';
import { destination, pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { Config } from '../config/config.ts';
import { mapStackToSources } from './stack-source-maps.ts';

/** The workspace number before it is not secret. */
const keySecret = /[a-z2-7]{10}_[a-z2-7]{40}/g;

const urlPassword = /(:\/\/[^\s:/@"]*:)[^\s@"]+@/g;

/** Fast pre-check: the full pattern takes as long as the rest of a log line. */
const keySecretEnd = /_[a-z2-7]{40}/;

export function redactSecrets(text: string): string {
  const redacted = keySecretEnd.test(text) ? text.replace(keySecret, '[redacted]') : text;
  return redacted.includes('://') ? redacted.replace(urlPassword, '$1[redacted]@') : redacted;
}

/** Other properties of errors can contain connections and rows. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, code, message, stack: stack && mapStackToSources(stack) };
}

function standardError(): DestinationStream {
  const target = destination({ dest: 2, sync: false });
  const noop = () => undefined;
  target.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Otherwise the process would retry forever at its end. A full disk can be temporary.
    if (code === 'EIO') {
      Object.assign(target, { write: noop, flush: noop, flushSync: noop, end: noop });
    }
  });
  return target;
}

export function createLogger(level: Config['logLevel'], stream?: DestinationStream): Logger {
  // Asynchronous: a slow reader must not delay requests.
  const target = stream ?? standardError();
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => target.write(redactSecrets(line)) },
  );
}
