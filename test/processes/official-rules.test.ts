import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficialRules } from '../../scripts/official-rules.ts';
import { loadOfficialRules } from '../../scripts/official-rules.ts';
import { packageRoot } from '../../src/config/package-root.ts';

/** Schematron of our own, with everything that the official files use. */
const schema = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:x="http://www.w3.org/1999/XSL/Transform">
  <ns prefix="i" uri="urn:i"/><ns prefix="u" uri="utils"/><ns prefix="xs" uri="http://www.w3.org/2001/XMLSchema"/>
  <let name="currency" value="/*/i:Currency"/>
  <x:function name="u:digitSum" as="xs:integer">
    <x:param name="text" as="xs:string"/>
    <x:sequence select="if ($text = '') then 0 else xs:integer(substring($text, 1, 1)) + u:digitSum(substring($text, 2))"/>
  </x:function>
  <x:function name="u:short" as="xs:boolean">
    <x:param name="text"/>
    <x:choose>
      <x:when test="$text = ''"><x:sequence select="true()"/></x:when>
      <x:otherwise>
        <x:variable name="letters">abc</x:variable>
        <x:value-of select="string-length(translate($text, $letters, '')) = 0"/>
      </x:otherwise>
    </x:choose>
  </x:function>
  <include href="parts/abstract.sch"/>
  <pattern is-a="amounts"><param name="Line " value="i:Line | i:Other"/><param name="A-1" value="i:Amount &gt; 0"/></pattern>
  <pattern>
    <rule context="i:Line[i:Kind = 'a | b']"><assert id="ONLY-FIRST" test="false()"/></rule>
    <rule context="i:Line">
      <let name="sum" value="u:digitSum(string(i:Amount))"/>
      <assert id="SUM" flag="warning" test="$sum &lt; 10"/>
      <assert id="CURRENCY" flag="fatal" test="i:Amount/@c = $currency"/>
    </rule>
    <rule context="/i:Invoice/i:Code | @code"><assert id="CODE" flag="fatal" test="u:short(.)"/></rule>
    <rule context="i:Iban"><assert id="IBAN" flag="fatal" test="xs:integer(string-join(for $c in string-to-codepoints(.) return string($c - 48), '')) mod 97 = 1"/></rule>
  </pattern>
</schema>`;
const abstract = `<pattern xmlns="http://purl.oclc.org/dsdl/schematron" abstract="true" id="amounts">
  <rule context="$Line"><assert id="A-1" flag="fatal" test="$A-1"/></rule>
</pattern>`;
const peppol = (id: string) => `<schema xmlns="http://purl.oclc.org/dsdl/schematron"><pattern>
  <rule context="/*"><assert id="PEPPOL-EN16931-${id}" test="false()"/></rule></pattern></schema>`;

const folder = mkdtempSync(join(tmpdir(), 'actiongraph-rules-'));
let rules: OfficialRules;

beforeAll(async () => {
  mkdirSync(join(folder, 'ubl/parts'), { recursive: true });
  writeFileSync(join(folder, 'ubl/EN16931-UBL-validation.sch'), schema);
  writeFileSync(join(folder, 'ubl/parts/abstract.sch'), abstract);
  writeFileSync(join(folder, 'PEPPOL-EN16931-CII.sch'), peppol('R001'));
  writeFileSync(join(folder, 'PEPPOL-EN16931-UBL.sch'), peppol('R002'));
  const list = '<rules><rule>PEPPOL-EN16931-R001</rule><!-- PEPPOL-EN16931-R002 --></rules>';
  writeFileSync(join(folder, 'rule-list.xml'), list);
  rules = await loadOfficialRules(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

const invoice = (content: string) =>
  `<Invoice xmlns="urn:i"><Currency>EUR</Currency>${content}</Invoice>`;
const line = (amount: string, currency = 'EUR') =>
  `<Line><Amount c="${currency}">${amount}</Amount></Line>`;

test.each([
  ['a valid line', line('5'), []],
  ['an abstract rule of an included file', line('0'), ['fatal A-1 Invoice[1]/Line[1]']],
  ['an alternative of its context', '<Other/>', ['fatal A-1 Invoice[1]/Other[1]']],
  [
    'each failed node',
    line('5') + line('55', 'USD'),
    ['warning SUM Invoice[1]/Line[2]', 'fatal CURRENCY Invoice[1]/Line[2]'],
  ],
  [
    'only the first rule of a pattern',
    '<Line><Kind>a | b</Kind><Amount>1</Amount></Line>',
    ['fatal ONLY-FIRST Invoice[1]/Line[1]'],
  ],
  ['a function', '<Code>abcd</Code>', ['fatal CODE Invoice[1]/Code[1]']],
  ['attributes', '<Part code="ab"/><Part code="x"/>', ['fatal CODE Invoice[1]/Part[2]/@code']],
  ['a long integer', '<Iban>370400440532013000131489</Iban>', []],
  [
    'a wrong long integer',
    '<Iban>370400440532013000131490</Iban>',
    ['fatal IBAN Invoice[1]/Iban[1]'],
  ],
])('Schematron checks %s', async (_, content, expected) => {
  const failed = await rules.check(invoice(content));
  expect(failed.map(({ flag, id, path }) => `${flag} ${id} ${path}`)).toEqual(expected);
});

test.each([
  ['UBL', 'urn:cen.eu:en16931:2017', []],
  ['UBL', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017', ['PEPPOL-EN16931-R002']],
  ['UBL', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', []],
  [
    'CII',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    ['PEPPOL-EN16931-R001'],
  ],
])(
  '%s of the specification %s is checked by its own rules',
  async (syntax, identifier, expected) => {
    const root = syntax === 'UBL' ? 'Invoice' : 'CrossIndustryInvoice';
    const failed = await rules.check(`<${root}><Id>${identifier}</Id></${root}>`);
    expect(failed.map(({ id }) => id)).toEqual(expected);
  },
);

test('an element of Schematron that is not supported is an error', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  const report = schema.replace(
    '<assert id="ONLY-FIRST" test="false()"/>',
    '<report test="true()"/>',
  );
  writeFileSync(
    join(other, 'EN16931-UBL-validation.sch'),
    report.replace(/<include.*?>/, '').replace(/<pattern is-a.*/, ''),
  );
  await expect(loadOfficialRules(other)).rejects.toThrow('report is not supported');
  rmSync(other, { recursive: true });
});

test('npm run check:e-invoices skips without rules, and exits with 1 for a fatal rule', () => {
  const file = join(folder, 'invoice.xml');
  writeFileSync(file, invoice(line('0')));
  const run = (...args: string[]) =>
    execFileSync(
      process.execPath,
      ['--import', 'tsx', join(packageRoot, 'scripts/check-e-invoices.ts'), ...args],
      { cwd: packageRoot, encoding: 'utf8', stdio: 'pipe' },
    );
  expect(run()).toContain('Skipped: --rules names no folder');
  let failure: { status?: number; stdout?: string } = {};
  try {
    run('--rules', folder, file);
  } catch (error) {
    failure = error as typeof failure;
  }
  expect(failure.status).toBe(1);
  expect(failure.stdout).toContain(`${file}\n  fatal A-1 Invoice[1]/Line[1]\n`);
  expect(failure.stdout).toContain('1 files: 1 fatal, 0 warning.');
  writeFileSync(file, invoice(line('5')));
  expect(run('--rules', folder, file)).toContain('1 files: 0 fatal, 0 warning.');
});
