import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import saxon from 'saxon-js';
import { readSchematron } from './schematron-files.ts';
import type { CheckDocument, FailedRule } from './schematron-rules.ts';
import { compileSchematron } from './schematron-rules.ts';

const syntaxes = ['UBL', 'CII'] as const;

/** Part of the specification identifier of the documents that the rules are for. */
const ruleSets = [
  { prefix: 'EN16931', identifier: 'en16931' },
  { prefix: 'PEPPOL-EN16931', identifier: 'peppol' },
  { prefix: 'XRechnung', identifier: 'xrechnung' },
] as const;

export interface OfficialRules {
  /** Paths of the files. */
  sources: string[];
  check(xml: string): Promise<FailedRule[]>;
}

/**
 * Finds the Schematron files of EN 16931, Peppol BIS Billing and XRechnung in a folder, by their
 * published names. XRechnung's `rule-list.xml` names the rules of Peppol that it includes.
 */
export async function loadOfficialRules(folder: string): Promise<OfficialRules> {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)));
  const sources: string[] = [];
  const checks = new Map<string, CheckDocument>();
  for (const syntax of syntaxes) {
    for (const { prefix } of ruleSets) {
      const names = [`${prefix}-${syntax}-validation.sch`, `${prefix}-${syntax}.sch`];
      const path = paths.find((one) => names.includes(basename(one)));
      if (!path) continue;
      sources.push(path);
      checks.set(`${prefix} ${syntax}`, compileSchematron(await readSchematron(path)));
    }
  }
  const listPath = paths.find((path) => basename(path) === 'rule-list.xml');
  const list = listPath ? readFileSync(listPath, 'utf8').replace(/<!--[\s\S]*?-->/g, '') : '';
  const included = new Set(list.match(/PEPPOL-EN16931-R\d+/g));
  return { sources, check: (xml) => checkDocument(xml, checks, included) };
}

async function checkDocument(
  xml: string,
  checks: ReadonlyMap<string, CheckDocument>,
  includedInXRechnung: ReadonlySet<string>,
): Promise<FailedRule[]> {
  const document = await saxon.getResource({ text: xml, type: 'xml' });
  const syntax = /<(\w+:)?CrossIndustryInvoice[\s>]/.test(xml) ? 'CII' : 'UBL';
  const identifier = xml.match(/urn:cen\.eu:en16931:2017[^<]*/)?.[0] ?? 'en16931';
  const check = (prefix: string) => checks.get(`${prefix} ${syntax}`)?.(document) ?? [];
  const failed = ruleSets
    .filter((set) => identifier.includes(set.identifier))
    .flatMap(({ prefix }) => check(prefix));
  if (!identifier.includes('xrechnung')) return failed;
  return [...failed, ...check('PEPPOL-EN16931').filter(({ id }) => includedInXRechnung.has(id))];
}
