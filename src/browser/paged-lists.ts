import { runWithErrorDisplay } from './graphql-client.ts';
import { createButton, createElement } from './page-elements.ts';

export interface Page<T> {
  nodes: T[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Null requests the first page. */
export type LoadPage<T> = (after: string | null) => Promise<Page<T>>;

export function createPagedList<T>({
  page,
  itemOf,
  loadPage,
}: {
  page: Page<T>;
  itemOf: (one: T) => HTMLLIElement;
  loadPage: LoadPage<T>;
}): HTMLElement {
  const container = createElement('div');
  const list = createElement('ul');
  const count = createElement('p', '', 'soft');
  const more = createButton('Load more', () =>
    runWithErrorDisplay(async () => add(await loadPage(cursor))),
  );
  let cursor: string | null = null;
  function add({ nodes, pageInfo, totalCount }: Page<T>): void {
    const items = nodes.map(itemOf);
    const isFirst = list.childElementCount === 0;
    list.append(...items);
    cursor = pageInfo.endCursor;
    more.hidden = !pageInfo.hasNextPage;
    count.textContent = `${list.childElementCount} of ${totalCount}, newest first`;
    count.hidden = !pageInfo.hasNextPage && isFirst;
    if (!isFirst) items[0]?.querySelector<HTMLElement>('button, select')?.focus();
  }
  add(page);
  if (list.childElementCount > 0) container.append(list);
  container.append(count, more);
  return container;
}
