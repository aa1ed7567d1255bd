import DataLoader from 'dataloader';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { canRead } from '../permissions/permissions.ts';
import { toSingleLine } from '../text/sanitize-text.ts';
import type {
  IdPath,
  NamedRecord,
  NamedTable,
  NameKey,
  NamePath,
  RecordWithCurrentId,
} from './name-lookups.ts';
import { findByIds, findByNames, findPaths, findSimilarNames } from './name-lookups.ts';
import type { NamedKind } from './named-tables.ts';
import { namedTables } from './named-tables.ts';

export type { NamedKind } from './named-tables.ts';

/** Batches the look-ups of one event loop tick: one SELECT per kind for names, one SELECT for all ids. */
export interface NameResolver {
  /** `name` has the form of `toSingleLine`. Archived records are not found. */
  find(kind: NamedKind, name: string, parent?: string): Promise<string | undefined>;
  /** Shares the statement of `find`. */
  findArchived(kind: NamedKind, name: string, parent?: string): Promise<string | undefined>;
  /** An inactive user counts as archived. */
  isArchived(kind: NamedKind, id: string): Promise<boolean>;
  /** Loads client, project and deliverable with one statement instead of one per kind. */
  prepare(path: NamePath): Promise<void>;
  exists(kind: NamedKind, id: string, parent?: string): Promise<boolean>;
  /** Returns the id of the remaining record after a merge. */
  currentId(kind: NamedKind, id: string, parent?: string): Promise<string | undefined>;
  parentOf(kind: NamedKind, id: string): Promise<string | undefined>;
  remember(kind: NamedKind, name: string, id: string, parent?: string): void;
  /** Returns no names of people, and none after too many misses. */
  near(kind: NamedKind, name: string, parent?: string): Promise<string[]>;
  /** Whether errors may contain names of the kind. */
  mayTell(kind: NamedKind): boolean;
}

/** Each suggestion takes a statement. */
const maxSuggestions = 5;

const maxBatchSize = 5_000;

interface IdKey {
  kind: NamedKind;
  id: string;
}

type NameLoader = DataLoader<NameKey, NamedRecord | undefined, string>;

/** Creates loaders on first use, because most requests look up nothing. */
class RequestNameResolver implements NameResolver {
  readonly #access: WorkspaceAccess;
  readonly #nameLoaders = new Map<NamedKind, NameLoader>();
  #idLoader: DataLoader<IdKey, RecordWithCurrentId | undefined, string> | undefined;
  #pathLoader: DataLoader<NamePath, void, string> | undefined;
  #suggestionCount = 0;

  constructor(access: WorkspaceAccess) {
    this.#access = access;
  }

  async find(kind: NamedKind, name: string, parent = ''): Promise<string | undefined> {
    const found = await this.#loadName(kind, name, parent);
    return found?.archived ? undefined : found?.id;
  }

  async findArchived(kind: NamedKind, name: string, parent = ''): Promise<string | undefined> {
    const found = await this.#loadName(kind, name, parent);
    return found?.archived ? found.id : undefined;
  }

  async isArchived(kind: NamedKind, id: string): Promise<boolean> {
    return (await this.#loadId(kind, id))?.archived ?? false;
  }

  prepare({ client, project, deliverable }: NamePath): Promise<void> {
    this.#pathLoader ??= new DataLoader((paths) => this.#loadPaths(paths), {
      cacheKeyFn: (path) => JSON.stringify(path),
      maxBatchSize,
    });
    return this.#pathLoader.load({
      client: toSingleLine(client),
      project: toSingleLine(project),
      deliverable: deliverable && toSingleLine(deliverable),
    });
  }

  async exists(kind: NamedKind, id: string, parent?: string): Promise<boolean> {
    return (await this.currentId(kind, id, parent)) !== undefined;
  }

  async currentId(kind: NamedKind, id: string, parent = ''): Promise<string | undefined> {
    const found = await this.#loadId(kind, id);
    return parent === '' || found?.id === parent ? found?.own : undefined;
  }

  /** The result stays cached even if the record moves to another parent. */
  async parentOf(kind: NamedKind, id: string): Promise<string | undefined> {
    return (await this.#loadId(kind, id))?.id;
  }

  remember(kind: NamedKind, name: string, id: string, parent = ''): void {
    this.#cacheName(kind, { parent, name: toSingleLine(name) }, id);
  }

  async near(kind: NamedKind, name: string, parent = ''): Promise<string[]> {
    const { db, accountId } = this.#access;
    const table: NamedTable = namedTables[kind];
    this.#suggestionCount += 1;
    // Suggestions reveal stored data, so they require permission.
    const isOffered = !table.personal && this.mayTell(kind);
    return isOffered && this.#suggestionCount <= maxSuggestions
      ? findSimilarNames(db, accountId, table, name, parent)
      : [];
  }

  mayTell(kind: NamedKind): boolean {
    return canRead(this.#access, permissionAreaByModel[namedTables[kind].table]);
  }

  #loadName(kind: NamedKind, name: string, parent: string): Promise<NamedRecord | undefined> {
    return this.#nameLoader(kind).load({ parent, name: toSingleLine(name) });
  }

  #nameLoader(kind: NamedKind): NameLoader {
    const existing = this.#nameLoaders.get(kind);
    if (existing) return existing;
    const { db, accountId } = this.#access;
    const loader: NameLoader = new DataLoader(
      (keys) => findByNames(db, accountId, namedTables[kind], keys),
      { cacheKeyFn: ({ parent, name }) => `${parent}\u0000${name}`, maxBatchSize },
    );
    this.#nameLoaders.set(kind, loader);
    return loader;
  }

  #cacheName(kind: NamedKind, key: NameKey, id: string | undefined, archived = false): void {
    if (id !== undefined) this.#nameLoader(kind).clear(key).prime(key, { id, archived });
  }

  #loadId(kind: NamedKind, id: string): Promise<RecordWithCurrentId | undefined> {
    const { db, accountId } = this.#access;
    this.#idLoader ??= new DataLoader(
      (keys) =>
        findByIds(
          db,
          accountId,
          keys.map((key) => ({ table: namedTables[key.kind], id: key.id })),
        ),
      { cacheKeyFn: (key) => `${key.kind} ${key.id}`, maxBatchSize },
    );
    return this.#idLoader.load({ kind, id });
  }

  async #loadPaths(paths: readonly NamePath[]): Promise<undefined[]> {
    const { db, accountId } = this.#access;
    const found = await findPaths(db, accountId, paths);
    for (const [index, path] of paths.entries()) {
      const { client, project, deliverable } = found[index] as IdPath;
      if (!client) continue;
      this.#cacheName('client', { parent: '', name: path.client }, client.id, client.archived);
      this.#cacheName('project', { parent: client.id, name: path.project }, project);
      if (project && path.deliverable) {
        const key = { parent: project, name: path.deliverable };
        this.#cacheName('deliverable', key, deliverable?.id, deliverable?.archived);
      }
    }
    return paths.map(() => undefined);
  }
}

export const createNameResolver = (access: WorkspaceAccess): NameResolver =>
  new RequestNameResolver(access);
