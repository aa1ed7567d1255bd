import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on a page, rule by rule, with their elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    return axe.run();
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html.slice(0, 200)}`),
  );
}
