import type { DestinationStream, Logger } from 'pino';
import { destination, pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { Config } from '../config/config.ts';
import { mapStackToSources } from './stack-source-maps.ts';

/**
 * The secret part of an API key, anywhere in a line: a header, a URL, a message or the message of a cause.
 * The number of the workspace stays, so that a line still identifies the owner of the key.
 */
const keySecret = /[a-z2-7]{10}_[a-z2-7]{40}/g;

/** The password in the URL of a database. */
const urlPassword = /(:\/\/[^\s:/@"]*:)[^\s@"]+@/g;

/** Part of every secret. This test is fast; the full pattern takes as long as the rest of a log line. */
const keySecretEnd = /_[a-z2-7]{40}/;

/** Removes API keys and passwords from a text. */
export function redactSecrets(text: string): string {
  const redacted = keySecretEnd.test(text) ? text.replace(keySecret, '[redacted]') : text;
  return redacted.includes('://') ? redacted.replace(urlPassword, '$1[redacted]@') : redacted;
}

/** Omits other properties of errors: those of libraries contain connections and rows. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, code, message, stack: stack && mapStackToSources(stack) };
}

/** Drops lines if standard error has no reader any more, for example after the terminal was closed. */
function standardError(): DestinationStream {
  const target = destination({ dest: 2, sync: false });
  const noop = () => undefined;
  target.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Otherwise the process would retry forever at its end. Other errors, such as a full disk, can be over by the next line.
    if (code === 'EIO') {
      Object.assign(target, { write: noop, flush: noop, flushSync: noop, end: noop });
    }
  });
  return target;
}

/**
 * Creates the log: one JSON object per line, on standard error unless `stream` is set. Every finished line is redacted, so it
 * contains no API key.
 */
export function createLogger(level: Config['logLevel'], stream?: DestinationStream): Logger {
  // Asynchronous, because a slow reader must not delay requests.
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
