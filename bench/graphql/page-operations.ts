/** Lists beyond their first page, and by relations, in the words of the service and of PostGraphile. */

const page = (node: string) => `{ edges { node { ${node} } } pageInfo { hasNextPage endCursor } }`;
const edges = (node: string) => `{ edges { node { ${node} } } }`;

const client = 'name city country currency';
const contact = 'firstName lastName email defaultContact';
const invoice = 'invoiceNumberFormatted status currency total amountDue dateCreated dueDate';

export const pageService = {
  laterClients: `query ($after: String) { clients(first: 50, after: $after) ${page(
    `id ${client} contacts ${edges(`id ${contact}`)}`,
  )} }`,
  laterInvoices: `query ($after: String) {
    invoices(first: 50, after: $after, where: { status: { in: [SENT, PARTIAL] } }, orderBy: [{ dueDate: ASC }])
    ${page(`id ${invoice}`)} }`,
  nestedAfter: `query ($id: ID!, $after: String) { client(id: $id) { id name
    invoices(first: 2, after: $after, orderBy: [{ invoiceNumber: ASC }]) ${page(`id ${invoice}`)} } }`,
  nestedLast: `query { clients(first: 20) ${edges(`id ${client}
    invoices(last: 2, orderBy: [{ invoiceNumber: ASC }]) ${edges(`id ${invoice}`)}`)} }`,
  byRelation: `query ($name: String!) {
    invoices(first: 25, where: { client: { name: { equals: $name } } }, orderBy: [{ invoiceNumber: ASC }])
    ${edges(`id ${invoice}`)} }`,
} as const;

const invoicesOfClient = 'invoices: invoicesByAccountIdAndClientId';
const byNumber = 'orderBy: [INVOICE_NUMBER_ASC, ROW_ID_ASC]';

export const pagePostgraphile = {
  laterClients: `query ($account: Int!, $after: Cursor) {
    clients: allClients(first: 50, after: $after, orderBy: [NAME_ASC, ROW_ID_ASC],
      condition: { accountId: $account, archived: false }) ${page(`id: rowId ${client}
      contacts: contactsByAccountIdAndClientId(first: 25, condition: { archived: false },
        orderBy: [LAST_NAME_ASC, FIRST_NAME_ASC, ROW_ID_ASC]) ${edges(`id: rowId ${contact}`)}`)} }`,
  laterInvoices: `query ($account: Int!, $after: Cursor) {
    invoices: allInvoices(first: 50, after: $after, condition: { accountId: $account },
      filter: { status: { in: [SENT, PARTIAL] } }, orderBy: [DUE_DATE_ASC, ROW_ID_ASC])
    ${page(`id: rowId ${invoice}`)} }`,
  nestedAfter: `query ($account: Int!, $id: String!, $after: Cursor) {
    client: clientByAccountIdAndRowId(accountId: $account, rowId: $id) { id: rowId name
      ${invoicesOfClient}(first: 2, after: $after, ${byNumber}) ${page(`id: rowId ${invoice}`)} } }`,
  nestedLast: `query ($account: Int!) {
    clients: allClients(first: 20, orderBy: [NAME_ASC, ROW_ID_ASC],
      condition: { accountId: $account, archived: false }) ${edges(`id: rowId ${client}
      ${invoicesOfClient}(last: 2, ${byNumber}) ${edges(`id: rowId ${invoice}`)}`)} }`,
  byRelation: `query ($account: Int!, $name: String!) {
    invoices: allInvoices(first: 25, condition: { accountId: $account }, ${byNumber},
      filter: { clientByAccountIdAndClientId: { name: { equalTo: $name } } })
    ${edges(`id: rowId ${invoice}`)} }`,
} as const;
