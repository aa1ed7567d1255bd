import type { Logger } from 'pino';
import type { StatementObserver } from '../database/statements/statement-observer.ts';

/** The longest statements have about twenty thousand characters. */
const maxTextLength = 2_000;

/** String literals. Most are constants, but all are removed, so that no check is needed. */
const literals = /\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$([a-z_]\w*|)\$[\s\S]*?\$\1\$/gi;

/** Removes literals from statements, so that they contain no value of a caller. */
export const redactStatements = (texts: readonly string[]): string => {
  const text = texts.join('; ').replaceAll(literals, "'…'").replaceAll(/\s+/g, ' ').trim();
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
};

/**
 * Logs slow statements with their operation. The line contains no values: parameters are separate from the text, and literals
 * are removed.
 * @param limitMs minimum duration of a slow statement; 0 disables the log
 */
export function createSlowQueryLog(log: Logger, limitMs: number): StatementObserver | undefined {
  if (limitMs === 0) return undefined;
  return ({ texts, durationMs, request }) => {
    if (durationMs < limitMs) return;
    const { door, operation, requestId } = request?.() ?? {};
    const details = { requestId, door, operation, durationMs: Math.round(durationMs) };
    log.warn({ ...details, statement: redactStatements(texts) }, 'slow statement');
  };
}
