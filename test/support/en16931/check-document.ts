import type { Rule } from './content-rules.ts';
import { contentRules } from './content-rules.ts';
import { readCii } from './read-cii.ts';
import { readUbl } from './read-ubl.ts';
import { sumRules } from './sum-rules.ts';
import { taxRules } from './tax-rules.ts';
import type { Terms } from './terms.ts';
import { parseXml } from './xml-tree.ts';

/**
 * A checker of EN 16931, in our own words and with the ids of the official rules. It shares no code
 * with the service, and calculates with integers.
 */
export const rules: Readonly<Record<string, Rule>> = { ...contentRules, ...sumRules, ...taxRules };

export function readTerms(xml: string): Terms {
  const root = parseXml(xml);
  return root.name === 'CrossIndustryInvoice' ? readCii(root) : readUbl(root);
}

/** The ids of the rules that a document breaks. */
export const brokenRules = (terms: Terms): string[] =>
  Object.entries(rules).flatMap(([id, keeps]) => (keeps(terms) ? [] : [id]));
