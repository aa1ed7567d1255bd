import type { Logger } from 'pino';
import type { StatementObserver } from '../database/statements/statement-observer.ts';

/** What of a statement is worth a line; the longest have some twenty thousand letters. */
const longestText = 2_000;

/** Texts in a statement's own text: most are ours, and nobody has to look whether all are. */
const literals = /\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$([a-z_]\w*|)\$[\s\S]*?\$\1\$/gi;

/** Statements as they may be shown: without a value of a caller's. */
export const redactStatements = (texts: readonly string[]): string => {
  const text = texts.join('; ').replaceAll(literals, "'…'").replaceAll(/\s+/g, ' ').trim();
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
};

/**
 * Logs statements that took long, with what they were sent for. No value stands in the line: values are sent beside a statement,
 * and texts in it are left out.
 * @param limitMs from which on one is slow; 0: none is
 */
export function createSlowQueryLog(log: Logger, limitMs: number): StatementObserver | undefined {
  if (limitMs === 0) return undefined;
  return ({ texts, durationMs, request }) => {
    if (durationMs < limitMs) return;
    const { door, operation, requestId } = request?.() ?? {};
    const told = { requestId, door, operation, durationMs: Math.round(durationMs) };
    log.warn({ ...told, statement: redactStatements(texts) }, 'slow statement');
  };
}
