/** Texts in the language of the browser. The page contains them (`src/locales/sign-in-page`). */

import { requireElement } from './page-elements.ts';

const { refusals = {}, words = {} } = JSON.parse(
  requireElement('#page-data').textContent ?? '{}',
) as {
  refusals?: Record<string, string>;
  words?: Record<string, string>;
};

export const translate = (name: string, gaps: Record<string, string> = {}): string =>
  (words[name] ?? name).replace(/\{(\w+)\}/g, (gap, key: string) => gaps[key] ?? gap);

/** Texts before and after a placeholder, for markup in it. */
export const splitTranslation = (
  name: string,
  gap: string,
): readonly [before: string, after: string] => {
  const [before = '', after = ''] = translate(name).split(`{${gap}}`);
  return [before, after];
};

/** Error messages of the service in the page's language. */
export const translateError = (message: string): string => refusals[message] ?? message;

/** Error messages of the service are in English. */
export const isPageInEnglish = (): boolean => Object.keys(refusals).length === 0;
