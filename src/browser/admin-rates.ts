import {
  createField,
  createMutationForm,
  mutationResultSelection,
  readFormValues,
} from './forms.ts';
import { requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import { createButton, createElement } from './page-elements.ts';
import { createPagedList, type Page } from './paged-lists.ts';
import { currencyOptions } from './pickers.ts';
import { runRecordMutation } from './record-actions.ts';

export interface ExchangeRate {
  id: string;
  day: string;
  baseCurrency: string;
  quoteCurrency: string;
  rate: string;
}

type Done = (what: string) => Promise<void>;

/** The first page, newest days first. */
export const ratesSelection = (more = '') =>
  `exchangeRates(first: 20${more}, orderBy: [{ day: DESC }]) { nodes { id day baseCurrency quoteCurrency rate } totalCount pageInfo { hasNextPage endCursor } }`;

export function ratesList(page: Page<ExchangeRate>, done: Done): HTMLElement {
  return createPagedList({
    page,
    itemOf: (rate) => rateItem(rate, done),
    loadPage: async (after) => {
      const query = `query ($after: String) { ${ratesSelection(', after: $after')} }`;
      const { exchangeRates } = await requestGraphql<{ exchangeRates: Page<ExchangeRate> }>(query, {
        after,
      });
      return exchangeRates;
    },
  });
}

function rateItem(
  { baseCurrency, day, id, quoteCurrency, rate }: ExchangeRate,
  done: Done,
): HTMLLIElement {
  const item = createElement('li');
  const rateText = `1 ${baseCurrency} = ${rate} ${quoteCurrency}`;
  const deleteButton = createButton('Delete', () =>
    runWithErrorDisplay(async () => {
      await runRecordMutation('deleteExchangeRate', 'DeleteExchangeRateInput', { id });
      await done('The rate was deleted.');
    }),
  );
  deleteButton.setAttribute('aria-label', `Delete: ${day}, ${rateText}`);
  const heading = createElement('div');
  heading.append(createElement('b', day));
  const tools = createElement('div', '', 'tools');
  tools.append(deleteButton);
  item.append(heading, tools, createElement('span', rateText, 'more'));
  return item;
}

/** One rate. The CLI imports many from a file. */
export function rateForm(close: () => void, done: Done): HTMLElement {
  const currency = { options: currencyOptions(), required: true };
  return createMutationForm({
    fields: [
      createField({ name: 'day', label: 'Day', type: 'date', required: true }),
      createField({ ...currency, name: 'baseCurrency', label: 'Base currency' }),
      createField({ name: 'rate', label: 'Rate', required: true }),
      createField({ ...currency, name: 'quoteCurrency', label: 'Quote currency' }),
    ],
    submit: 'Save rate',
    cancel: close,
    mutation: `mutation ($input: CreateExchangeRateInput!) { createExchangeRate(input: $input) { ${mutationResultSelection} } }`,
    input: readFormValues,
    done: () => done('The rate was saved.'),
  });
}
