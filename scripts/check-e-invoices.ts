/** Checks e-invoices by the official rules, which this repository may not contain. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { loadOfficialRules } from './official-rules.ts';
import type { FailedRule } from './schematron-rules.ts';
import { refuse, scriptOptions } from './script-options.ts';

const usage = `npm run check:e-invoices -- --rules FOLDER FILE…

Checks UBL, CII and Factur-X files, or all in a folder, by the Schematron files in FOLDER:
EN16931-UBL-validation.sch, EN16931-CII-validation.sch (github.com/ConnectingEurope/eInvoicing-EN16931),
PEPPOL-EN16931-UBL.sch, PEPPOL-EN16931-CII.sch (github.com/OpenPEPPOL/peppol-bis-invoice-3),
XRechnung-UBL-validation.sch, XRechnung-CII-validation.sch, rule-list.xml (github.com/itplr-kosit/xrechnung-schematron).
Files that they include must be there too. Ends with 1 if a fatal rule failed.`;

const { values, words } = scriptOptions(usage, { rules: { type: 'string' } }, Infinity);

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true }).map(String);
  return names.filter((name) => /\.(xml|pdf)$/i.test(name)).map((name) => join(path, name));
}

async function checkFiles(folder: string, files: readonly string[]): Promise<void> {
  const { check, sources } = await loadOfficialRules(folder);
  if (sources.length === 0) refuse(`There is no Schematron file of e-invoices in ${folder}.`);
  if (files.length === 0) refuse(`No file to check.\n\n${usage}`);
  process.stdout.write(`Rules:\n${sources.map((path) => `  ${path}\n`).join('')}`);
  const counts: Record<string, number> = { fatal: 0, warning: 0 };
  for (const file of files) {
    const failed = await check(await readXml(file));
    for (const { flag } of failed) counts[flag] = (counts[flag] ?? 0) + 1;
    if (failed.length > 0) process.stdout.write(`${file}\n${failed.map(lineOf).join('')}`);
  }
  const totals = Object.entries(counts).map(([flag, count]) => `${count} ${flag}`);
  process.stdout.write(`${files.length} files: ${totals.join(', ')}.\n`);
  if (counts.fatal) process.exitCode = 1;
}

const lineOf = ({ flag, id, path }: FailedRule) => `  ${flag} ${id} ${path}\n`;

async function readXml(file: string): Promise<string> {
  const bytes = readFileSync(file);
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return bytes.toString('utf8');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const attachments = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }>;
  const content = Object.entries(attachments ?? {}).find(([name]) => /\.xml$/i.test(name))?.[1];
  return content ? Buffer.from(content.content).toString('utf8') : refuse(`${file} has no XML.`);
}

if (values.rules === undefined) {
  process.stdout.write(`Skipped: --rules names no folder with the official rules.\n\n${usage}\n`);
} else {
  await checkFiles(values.rules, words.flatMap(filesOf));
}
