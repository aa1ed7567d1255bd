/**
 * The same questions in the words of the service and of PostGraphile. Aliases give PostGraphile's answers the names of
 * the service's, so that both can be compared as they are.
 */

const page = (node: string) => `{ edges { node { ${node} } } }`;

const contact = 'id firstName lastName email defaultContact';
const project = 'id name startDate';
const line = 'id position description quantity unitPrice taxable lineTotal';
const taxLine = 'id name rate taxableAmount amount';
const payment = 'id amount date paymentType referenceNumber';
const invoice =
  'id invoiceNumberFormatted status currency subTotal tax total amountDue dateCreated';
const deliverable = 'id name dueDate';

export const service = {
  clients: `query Clients { clients(first: 50) ${page(`id name city country currency
    contacts ${page(contact)}
    projects ${page(project)}`)} }`,
  invoice: `query Invoice($id: ID!) { invoice(id: $id) { ${invoice}
    client { id name city country }
    lineItems { ${line} }
    payments { ${payment} }
    taxBreakdown { ${taxLine} } } }`,
  projects: `query Projects { projects(first: 100) ${page(`id name startDate trackedMinutes
    client { id name }
    deliverables ${page(deliverable)}`)} }`,
  bulk: `mutation Bulk($items: [CreateTimeEntryInput!]!) {
    createTimeEntries(input: { items: $items }) {
      ... on CreateTimeEntriesSuccess { made refused results {
        ... on CreateTimeEntrySuccess { timeEntry { id clientId projectId } } ... on ExpectedError { code } } }
      ... on ExpectedError { code message }
    } }`,
} as const;

/** PostGraphile has no bulk mutations. It calls the column `id` `rowId`, and relations by their keys. */
const rows = (fields: string) => fields.replace(/\bid\b/g, 'id: rowId');

export const postgraphile = {
  clients: `query Clients($account: Int!) {
    clients: allClients(first: 50, orderBy: [NAME_ASC, ROW_ID_ASC],
      condition: { accountId: $account, archived: false }) ${page(
        rows(`id name city country currency
      contacts: contactsByAccountIdAndClientId(first: 25, condition: { archived: false },
        orderBy: [LAST_NAME_ASC, FIRST_NAME_ASC, ROW_ID_ASC]) ${page(contact)}
      projects: projectsByAccountIdAndClientId(first: 25, condition: { active: true },
        orderBy: [NAME_ASC, ROW_ID_ASC]) ${page(project)}`),
      )} }`,
  invoice: `query Invoice($account: Int!, $id: String!) {
    invoice: invoiceByAccountIdAndRowId(accountId: $account, rowId: $id) { ${rows(`${invoice}
      client: clientByAccountIdAndClientId { id name city country }
      lineItems: invoiceLinesByAccountIdAndInvoiceId(orderBy: [POSITION_ASC, ROW_ID_ASC]) { nodes { ${line} } }
      payments: paymentsByAccountIdAndInvoiceId(orderBy: [ROW_ID_ASC]) { nodes { ${payment} } }
      taxBreakdown: invoiceTaxLinesByAccountIdAndInvoiceId(orderBy: [ORDER_ASC, ROW_ID_ASC]) { nodes { ${taxLine} } }`)} } }`,
  projects: `query Projects($account: Int!) {
    projects: allProjects(first: 100, orderBy: [NAME_ASC, ROW_ID_ASC],
      condition: { accountId: $account, active: true }) ${page(
        rows(`id name startDate trackedMinutes
      client: clientByAccountIdAndClientId { id name }
      deliverables: deliverablesByAccountIdAndProjectId(first: 25,
        orderBy: [PROJECT_ID_ASC, POSITION_ASC, ROW_ID_ASC]) ${page(deliverable)}`),
      )} }`,
} as const;
