import type { Logger } from 'pino';
import type { StatementObserver } from '../database/statements/statement-observer.ts';

const maxTextLength = 2_000;

/** String literals. All are removed, so that none needs a check. */
const literals = /\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$([a-z_]\w*|)\$[\s\S]*?\$\1\$/gi;

export const redactStatements = (texts: readonly string[]): string => {
  const text = texts.join('; ').replaceAll(literals, "'…'").replaceAll(/\s+/g, ' ').trim();
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
};

/** @param limitMs 0 disables the log */
export function createSlowQueryLog(log: Logger, limitMs: number): StatementObserver | undefined {
  if (limitMs === 0) return undefined;
  return ({ texts, durationMs, request }) => {
    if (durationMs < limitMs) return;
    const { door, operation, requestId } = request?.() ?? {};
    const details = { requestId, door, operation, durationMs: Math.round(durationMs) };
    log.warn({ ...details, statement: redactStatements(texts) }, 'slow statement');
  };
}
