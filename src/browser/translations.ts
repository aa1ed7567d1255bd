/** Texts in the language of who looks at the page: the page brings them (`src/locales/sign-in-page`). */

import { requireElement } from './page-elements.ts';

const { refusals = {}, words = {} } = JSON.parse(
  requireElement('#page-data').textContent ?? '{}',
) as {
  refusals?: Record<string, string>;
  words?: Record<string, string>;
};

/** A text of the page with its gaps filled. */
export const translate = (name: string, gaps: Record<string, string> = {}): string =>
  (words[name] ?? name).replace(/\{(\w+)\}/g, (gap, key: string) => gaps[key] ?? gap);

/** The texts before and behind a gap, for what is more than a text. */
export const splitTranslation = (
  name: string,
  gap: string,
): readonly [before: string, after: string] => {
  const [before = '', after = ''] = translate(name).split(`{${gap}}`);
  return [before, after];
};

/** What the service says of a refusal, in the page's language where that has it. */
export const translateError = (message: string): string => refusals[message] ?? message;

/** Whether the page is in the language in which the service says what is wrong. */
export const isPageInEnglish = (): boolean => Object.keys(refusals).length === 0;
