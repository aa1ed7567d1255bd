/** Texts in the language of the browser. The page contains them (`src/locales/sign-in-page-texts.ts`). */

import { requireElement } from './page-elements.ts';

const { errorTexts = {}, texts = {} } = JSON.parse(
  requireElement('#page-data').textContent ?? '{}',
) as {
  errorTexts?: Record<string, string>;
  texts?: Record<string, string>;
};

export const translate = (name: string, values: Record<string, string> = {}): string =>
  (texts[name] ?? name).replace(/\{(\w+)\}/g, (gap, key: string) => values[key] ?? gap);

/** Texts before and after a placeholder, for markup in it. */
export const splitTranslation = (
  name: string,
  gap: string,
): readonly [before: string, after: string] => {
  const [before = '', after = ''] = translate(name).split(`{${gap}}`);
  return [before, after];
};

/** Error messages of the service in the page's language. */
export const translateError = (message: string): string => errorTexts[message] ?? message;

/** Error messages of the service are in English. */
export const isPageInEnglish = (): boolean => Object.keys(errorTexts).length === 0;
