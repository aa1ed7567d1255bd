import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PersistedOperationsMode } from '../../config/operation-settings.ts';
import { ActionError } from '../../platform/errors/action-error.ts';

export interface PersistedOperations {
  /** @throws ActionError operation_not_persisted */
  resolve(query: unknown, body: Record<string, unknown>): string | undefined;
}

/** A JSON object from SHA-256 (hexadecimal) to text. */
export function readManifest(file: string): Map<string, string> {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null) {
    throw new TypeError(`${file} is not a JSON object from hash to operation.`);
  }
  return new Map(Object.entries(manifest as Record<string, string>));
}

/**
 * Modes: `off`, `prefer` (requests may name a persisted operation), `only` (they must, or send its exact text).
 * The name is `documentId` or `extensions.persistedQuery.sha256Hash`.
 */
export function createPersistedOperations(
  mode: PersistedOperationsMode,
  manifest: ReadonlyMap<string, string>,
): PersistedOperations {
  return {
    resolve: (query, body) => {
      const text = typeof query === 'string' ? query : undefined;
      if (mode === 'off') return text;
      const hash = namedHash(body);
      if (hash !== undefined) {
        const persisted = manifest.get(hash);
        if (persisted !== undefined) return persisted;
        throw notPersisted(`Unknown persisted operation ${hash}.`);
      }
      if (text === undefined || mode === 'prefer') return text;
      if (manifest.has(createHash('sha256').update(text).digest('hex'))) return text;
      throw notPersisted('This service only executes persisted operations.');
    },
  };
}

function namedHash(body: Record<string, unknown>): string | undefined {
  const { documentId, extensions } = body as {
    documentId?: unknown;
    extensions?: { persistedQuery?: { sha256Hash?: unknown } } | null;
  };
  const hash = documentId ?? extensions?.persistedQuery?.sha256Hash;
  return typeof hash === 'string' ? hash.replace(/^sha256:/, '') : undefined;
}

function notPersisted(message: string): ActionError {
  return new ActionError('operation_not_persisted', message);
}
