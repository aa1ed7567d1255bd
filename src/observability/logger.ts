import type { DestinationStream, Logger } from 'pino';
import { destination, pino, stdSerializers, stdTimeFunctions } from 'pino';
import type { Config } from '../config/config.ts';
import { mapStackToSources } from './stack-source-maps.ts';

/**
 * The secret part of every key, wherever it stands in a line: in a header, a URL, a message or the message of a cause.
 * Its workspace's number is left, so that a line still says whose key it was.
 */
const keySecret = /[a-z2-7]{10}_[a-z2-7]{40}/g;

/** The password in a URL of a database. */
const urlPassword = /(:\/\/[^\s:/@"]*:)[^\s@"]+@/g;

/** What no secret of a key is without; found at once, where to look for the whole takes as long as all else of a line. */
const keyEnd = /_[a-z2-7]{40}/;

/** The text without what nobody may read in a log. */
export function redactSecrets(text: string): string {
  const shown = keyEnd.test(text) ? text.replace(keySecret, '[redacted]') : text;
  return shown.includes('://') ? shown.replace(urlPassword, '$1[redacted]@') : shown;
}

/** What of an error is worth a line: libraries hang whole connections and rows of data on theirs. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, code, message, stack: stack && mapStackToSources(stack) };
}

/** Where nobody can read any more, because the terminal was closed say, lines are lost, and nothing else. */
function standardError(): DestinationStream {
  const target = destination({ dest: 2, sync: false });
  const nothing = () => undefined;
  target.on('error', ({ code }: NodeJS.ErrnoException) => {
    // It would be tried again for ever when the process ends. What else fails, on a full disk say, may be over by the next line.
    if (code === 'EIO') {
      Object.assign(target, { write: nothing, flush: nothing, flushSync: nothing, end: nothing });
    }
  });
  return target;
}

/**
 * The service's log: one JSON object a line, on standard error unless `stream` is given. A key of the service never
 * stands in it, because every finished line is searched for what looks like one.
 */
export function createLogger(level: Config['logLevel'], stream?: DestinationStream): Logger {
  // Asynchronous: a reader that is slow to take the lines must not hold up requests.
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
