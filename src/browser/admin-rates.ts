/** What currencies were worth, day by day, for those who keep the books. */

import { ask, trying } from './graphql-client.ts';
import { change } from './record-actions.ts';
import { faults, fieldOf, formFor, valuesOf } from './forms.ts';
import { button, make } from './page-elements.ts';
import { type Page, pagedList } from './paged-lists.ts';

export interface ExchangeRate {
  id: string;
  day: string;
  baseCurrency: string;
  quoteCurrency: string;
  rate: string;
}

type Done = (what: string) => Promise<void>;

/** What is asked for of rates: as many as are shown at first, the newest days first. */
export const ratesOf = (more = '') =>
  `exchangeRates(first: 20${more}, orderBy: [{ day: DESC }]) { nodes { id day baseCurrency quoteCurrency rate } totalCount pageInfo { hasNextPage endCursor } }`;

/** The rates that there are. */
export function ratesList(page: Page<ExchangeRate>, done: Done): HTMLElement {
  return pagedList({
    page,
    itemOf: (rate) => rateItem(rate, done),
    further: async (after) => {
      const asked = `query ($after: String) { ${ratesOf(', after: $after')} }`;
      const { exchangeRates } = await ask<{ exchangeRates: Page<ExchangeRate> }>(asked, { after });
      return exchangeRates;
    },
  });
}

/** A rate, with the way to take it out. */
function rateItem(
  { baseCurrency, day, id, quoteCurrency, rate }: ExchangeRate,
  done: Done,
): HTMLLIElement {
  const item = make('li');
  const words = `1 ${baseCurrency} was ${rate} ${quoteCurrency}`;
  const take = button('Delete', () =>
    trying(async () => {
      await change('deleteExchangeRate', 'DeleteExchangeRateInput', { id });
      await done('The rate was deleted.');
    }),
  );
  take.setAttribute('aria-label', `Delete: ${day}, ${words}`);
  const who = make('div');
  who.append(make('b', day));
  const tools = make('div', '', 'tools');
  tools.append(take);
  item.append(who, tools, make('span', words, 'more'));
  return item;
}

/** The form for one more rate; many come from a file, by the command line. */
export function rateForm(close: () => void, done: Done): HTMLElement {
  return formFor({
    fields: [
      fieldOf({ name: 'day', label: 'Day (2027-01-31)', required: true }),
      fieldOf({ name: 'baseCurrency', label: '1 of this currency (EUR)', required: true }),
      fieldOf({ name: 'rate', label: 'was so much', required: true }),
      fieldOf({ name: 'quoteCurrency', label: 'of this one (USD)', required: true }),
    ],
    submit: 'Enter the rate',
    cancel: close,
    mutation: `mutation ($input: CreateExchangeRateInput!) { createExchangeRate(input: $input) { ${faults} } }`,
    input: valuesOf,
    done: () => done('The rate was entered.'),
  });
}
