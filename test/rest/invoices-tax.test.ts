import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addCompoundRule, created } from '../support/invoices.ts';

const api = useTestApi();

const client = (fields: object) => created(api.ours, 'clients/create', fields);
const items = [{ description: 'Work', rate: 100 }];

describe('the tax of an invoice', () => {
  test('is the rate it names, else the client’s rule, its rate, the workspace’s rule, its rate', async () => {
    const workspace = await api.addWorkspace({ taxLabel: 'VAT', defaultTaxRate: 7 });
    const { accountId } = workspace;
    const { prisma } = api.database;
    const ours = await addCompoundRule(workspace, 'Ours');
    const clients = await addCompoundRule(workspace, 'Client’s');
    const { id } = await created(workspace, 'clients/create', { name: 'Taxed' });
    const where = { accountId_id: { accountId, id } };
    const taxOf = async (more: object = {}) => {
      const body = { clientName: 'Taxed', items, ...more };
      const invoice = await created(workspace, 'invoices/create', body);
      return [invoice.taxRule?.name ?? null, invoice.taxPercentage, invoice.tax];
    };
    expect(await taxOf()).toEqual([null, 7, 7]);
    await prisma.workspace.update({ where: { accountId }, data: { defaultTaxRuleId: ours.id } });
    expect(await taxOf()).toEqual(['Ours', null, 14.98]);
    await prisma.client.update({ where, data: { defaultTaxRate: 0 } });
    expect(await taxOf()).toEqual([null, 0, 0]);
    await prisma.client.update({ where, data: { defaultTaxRuleId: clients.id } });
    expect(await taxOf()).toEqual(['Client’s', null, 14.98]);
    const named = await created(workspace, 'invoices/create', {
      clientName: 'Taxed',
      taxRate: 20,
      items,
    });
    expect(named).toMatchObject({ taxRule: null, taxPercentage: 20, tax: 20 });
    expect(named.taxBreakdown[0].name).toBe('VAT');
  });

  test('of a compound rule is listed for each component, and immutable', async () => {
    const { prisma } = api.database;
    const { accountId } = api.ours;
    const rule = await addCompoundRule(api.ours, 'Québec');
    const { id } = await client({ name: 'Montréal', currency: 'CAD' });
    await prisma.client.update({
      where: { accountId_id: { accountId, id } },
      data: { defaultTaxRuleId: rule.id },
    });
    const invoice = await created(api.ours, 'invoices/create', {
      clientName: 'Montréal',
      items: [{ rate: 200 }],
    });
    await prisma.taxComponent.updateMany({ where: { accountId }, data: { rate: 99 } });
    await prisma.taxRule.updateMany({ where: { accountId }, data: { name: 'Renamed' } });
    const search = await api.ours.get('payableInvoices/search', { id: invoice.id });
    expect(search.body).toEqual([invoice]);
    expect(invoice).toMatchObject({
      subTotal: 200,
      tax: 29.95,
      taxPercentage: null,
      total: 229.95,
    });
    expect(invoice.taxRule).toEqual({
      id: rule.id,
      name: 'Québec',
      source: 'BUILT_IN',
      providerId: null,
      effectiveRate: 14.975,
      components: [
        { name: 'GST', rate: 5, order: 1, compound: false, compoundOnOrder: null },
        { name: 'QST', rate: 9.5, order: 2, compound: true, compoundOnOrder: null },
      ],
    });
    const group = { taxGroup: 1, category: 'STANDARD', reason: null, reasonCode: null };
    expect(invoice.taxBreakdown).toEqual([
      { name: 'GST', rate: 5, order: 1, compound: false, taxableAmount: 200, amount: 10, ...group },
      {
        ...{ name: 'QST', rate: 9.5, order: 2, compound: true, taxableAmount: 210, amount: 19.95 },
        ...group,
      },
    ]);
  });
});
