/**
 * Logs time, bills it and records the payment, everything by the names that people use:
 *
 *   ACTIONGRAPH_KEY=ag_1_… node examples/rest-integration.mjs
 */
const { ACTIONGRAPH_URL = 'http://localhost:4000', ACTIONGRAPH_KEY = '' } = process.env;

async function act(action, body) {
  const response = await fetch(`${ACTIONGRAPH_URL}/public/action/${action}`, {
    method: 'POST',
    headers: { 'x-api-key': ACTIONGRAPH_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const faults = (answer.errors ?? []).map(({ path, message }) => `\n  ${path}: ${message}`);
  throw new Error(`${response.status} ${answer.code}: ${answer.message}${faults.join('')}`);
}

async function work() {
  const client = { clientName: 'Northwind Books' };
  const hours = { timerStart: '2026-11-20T09:00:00Z', timerEnd: '2026-11-20T11:30:00Z' };
  const task = { ...client, projectName: 'Spring catalogue', deliverableName: 'Cover' };
  const create = { createClient: true, createProject: true, createDeliverable: true };
  const price = { hourlyAmount: 120 };
  const time = await act('timeWorked/create', { ...task, ...hours, ...create, ...price });
  console.log(`Logged ${time.timerStart} to ${time.timerEnd} for "${time.deliverableName}".`);

  const billing = { ...client, taxRate: 19, groupBy: 'DELIVERABLE' };
  const invoice = await act('invoices/createFromWork', billing);
  const { invoiceNumberFormatted: invoiceNumber, lineItems, total, currency } = invoice;
  const [line] = lineItems;
  console.log(
    `Billed ${line.quantity} h of "${line.description}": ${invoiceNumber}, ${total} ${currency}.`,
  );

  const twice = await act('invoices/createFromWork', billing).catch((error) => error.message);
  console.log(`The same hours once more: ${twice}`);

  const payment = { invoiceNumber, ...client, amount: total, paymentType: 'BANK_TRANSFER' };
  const { status, amountDue } = await act('payment/create', payment);
  console.log(`Recorded the payment: ${invoiceNumber} is ${status}, ${amountDue} ${currency} due.`);

  const again = await act('payment/create', payment).catch((error) => error.message);
  console.log(`The same payment once more: ${again}`);
}

await work().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
