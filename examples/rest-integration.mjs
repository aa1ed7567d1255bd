/**
 * Logs time, bills it and records the payment, everything by the names that people use:
 *
 *   ACTIONGRAPH_KEY=ag_1_… node examples/rest-integration.mjs
 */
import { Actiongraph } from '@actiongraph/client';

const { ACTIONGRAPH_URL = 'http://localhost:4000', ACTIONGRAPH_KEY = '' } = process.env;
const { rest } = new Actiongraph({ url: ACTIONGRAPH_URL, apiKey: ACTIONGRAPH_KEY });

function textOf({ code, errors = [], message, status }) {
  const fields = errors.map((field) => `\n  ${field.path}: ${field.message}`);
  return `${status} ${code}: ${message}${fields.join('')}`;
}

async function work() {
  const client = { clientName: 'Northwind Books' };
  const hours = { timerStart: '2026-11-20T09:00:00Z', timerEnd: '2026-11-20T11:30:00Z' };
  const task = { ...client, projectName: 'Spring catalogue', deliverableName: 'Cover' };
  const create = { createClient: true, createProject: true, createDeliverable: true };
  const price = { hourlyAmount: 120 };
  const time = await rest.createTimeEntry({ ...task, ...hours, ...create, ...price });
  console.log(`Logged ${time.timerStart} to ${time.timerEnd} for "${time.deliverableName}".`);

  const billing = { ...client, taxRate: 19, groupBy: 'DELIVERABLE' };
  const invoice = await rest.createInvoiceFromWork(billing);
  const { invoiceNumberFormatted: invoiceNumber, lineItems, total, currency } = invoice;
  const [line] = lineItems;
  console.log(
    `Billed ${line.quantity} h of "${line.description}": ${invoiceNumber}, ${total} ${currency}.`,
  );

  const twice = await rest.createInvoiceFromWork(billing).catch(textOf);
  console.log(`The same hours once more: ${twice}`);

  const payment = { invoiceNumber, ...client, amount: total, paymentType: 'BANK_TRANSFER' };
  const { status, amountDue } = await rest.createPayment(payment);
  console.log(`Recorded the payment: ${invoiceNumber} is ${status}, ${amountDue} ${currency} due.`);

  const again = await rest.createPayment(payment).catch(textOf);
  console.log(`The same payment once more: ${again}`);
}

await work().catch((error) => {
  console.error(textOf(error));
  process.exitCode = 1;
});
