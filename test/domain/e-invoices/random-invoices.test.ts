import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findEInvoiceFaults } from '../../../src/domain/e-invoices/find-faults.ts';
import { writeCii } from '../../../src/domain/e-invoices/write-cii.ts';
import { writeUbl } from '../../../src/domain/e-invoices/write-ubl.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import { useTestApi } from '../../support/api.ts';
import { brokenRules, readTerms } from '../../support/en16931/check-document.ts';
import {
  addEInvoiceWorkspace,
  anyCredits,
  anyInvoiceBody,
  issueAndCredit,
  paidDeposit,
} from '../../support/random-e-invoices.ts';

const api = useTestApi();

test('random invoices and their credit notes are valid in both syntaxes, with the sums of the record', async () => {
  const workspace = await addEInvoiceWorkspace(api, ['EUR', 'JPY']);
  let valid = 0;
  const check = async (clientName: string, body: object, credits: never[], number: number) => {
    const shared = { clientName, taxRate: 19 };
    const depositItems = [{ rate: 33 }, { rate: 5, taxRate: 7, taxCategory: 'REDUCED' as const }];
    const hasDeposit = number === 0;
    const depositIds = hasDeposit
      ? [await paidDeposit(workspace, { ...shared, items: depositItems })]
      : [];
    const input = { ...shared, ...body, depositIds };
    for (const { document, record } of (await issueAndCredit(api, workspace, input, credits)) ??
      []) {
      const ubl = readTerms(writeUbl(document, 'PEPPOL_UBL'));
      const cii = readTerms(writeCii(document, 'EN16931_CII'));
      for (const { totals } of [ubl, cii]) {
        expect(new Decimal(totals.amountDue ?? '')).toEqual(record.total);
        expect(new Decimal(totals.tax ?? '')).toEqual(record.tax);
      }
      const faults = findEInvoiceFaults(document, 'EN16931_CII');
      if (faults.length > 0) continue;
      expect(brokenRules(ubl)).toEqual([]);
      expect(brokenRules(cii)).toEqual([]);
      const { amountCurrencies, specification } = ubl;
      expect({ ...cii, amountCurrencies, specification }).toEqual(ubl);
      valid += 1;
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('EUR', 'EUR', 'EUR', 'JPY'),
      anyInvoiceBody,
      anyCredits,
      fc.integer({ min: 0, max: 4 }),
      (...input) => check(...(input as Parameters<typeof check>)),
    ),
    { numRuns: 25 },
  );
  expect(valid).toBeGreaterThan(10);
});
