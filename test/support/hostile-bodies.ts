/** Bodies within the limit of 1 MB that ask for more work than they are worth; each has to be rejected, and soon. */

export interface HostileBody {
  name: string;
  path: string;
  /** The body's text, made when it is needed. */
  text: () => string;
}

const repeated = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

const joined = (count: number, of: (index: number) => string) => repeated(count, of).join(' ');

const keyed = (count: number, value: unknown = 1, name = (index: number) => `k${index}`) =>
  Object.fromEntries(repeated(count, (index) => [name(index), value]));

const nested = (depth: number, open: string, inside: string, close: string) =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;

const raw = Symbol('JSON as it is');

/** A variable whose JSON is given as text. */
const asJson = (text: string) => ({ [raw]: text });

type Variables = Record<string, unknown>;

function operation(query: string, variables: Variables = {}, more: object = {}): string {
  const written = Object.entries(variables).map(([name, value]) => {
    const text = (value as { [raw]?: string } | null)?.[raw] ?? JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  const others = JSON.stringify({ query, ...more }).slice(1);
  return `{"variables":{${written.join(',')}},${others}`;
}

const digits = '9'.repeat(900_000);
const longText = 'ü'.repeat(400_000);

const clients = 'query ($w: ClientWhere) { clients(where: $w) { totalCount } }';
const expenses = 'query ($w: ExpenseWhere) { expenses(where: $w) { totalCount } }';
const createExpenses =
  'mutation ($i: CreateExpensesInput!) { createExpenses(input: $i) { __typename } }';
const amountIs = (d: string) => `{ expenses(where: { amount: { equals: ${d} } }) { totalCount } }`;
const createClient = 'mutation ($i: CreateClientInput!) { createClient(input: $i) { __typename } }';

/** One variable of each scalar, with text that none of them takes. */
const scalarsOf: [type: string, field: string][] = [
  ['Decimal', 'expenses(where: { amount: { equals: $v } }) { totalCount }'],
  ['Date', 'expenses(where: { dueDate: { equals: $v } }) { totalCount }'],
  ['DateTime', 'expenses(where: { dateCreated: { equals: $v } }) { totalCount }'],
  ['Int', 'clients(first: $v) { totalCount }'],
  ['Boolean', 'expenses(where: { paid: { equals: $v } }) { totalCount }'],
  ['ClientType', 'clients(where: { clientType: { equals: $v } }) { totalCount }'],
  ['RecordType', '__typename @include(if: false) limits { cost }'],
];

type Operations = Record<string, () => string>;

const wideVariables: Operations = {
  '60,000 unknown keys of a condition': () => operation(clients, { w: keyed(60_000) }),
  '4,000 unknown keys of a condition': () => operation(clients, { w: keyed(4_000) }),
  '4,000 unknown keys of an input': () =>
    operation(createClient, { i: { name: 'wide', ...keyed(4_000) } }),
  '400 unknown keys in each of 100 items': () =>
    operation(createExpenses, { i: { items: repeated(100, () => keyed(400)) } }),
  'long keys that are like a field': () =>
    operation(clients, { w: keyed(4_000, 1, (i) => `invoiceInstructions${i}`.padEnd(200, 'x')) }),
  '90,000 variables that the operation does not have': () =>
    operation('{ limits { nothing } }', keyed(90_000)),
  '100,000 nulls as ids': () =>
    operation('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: repeated(100_000, () => null),
    }),
  '200,000 ids': () =>
    operation('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: repeated(200_000, () => '1'),
    }),
  '50,000 bad days': () =>
    operation('query ($d: [Date!]) { expenses(where: { dueDate: { in: $d } }) { totalCount } }', {
      d: repeated(50_000, () => 'x'),
    }),
  '100,000 empty alternatives': () =>
    operation(clients, { w: { OR: repeated(100_000, () => ({})) } }),
  '900 alternatives of 50 empty ones': () =>
    operation(clients, { w: { OR: repeated(900, () => ({ OR: repeated(50, () => ({})) })) } }),
  '90,000 texts in one condition': () =>
    operation(clients, { w: { name: { in: repeated(90_000, (i) => `n${i}`) } } }),
  '60,000 words of an enumeration': () =>
    operation(clients, { w: { clientType: { in: repeated(60_000, () => 'COMPANYS') } } }),
  '150,000 amounts': () =>
    operation(expenses, { w: { amount: { in: repeated(150_000, () => 1) } } }),
  '30,000 instants': () =>
    operation(expenses, {
      w: { dateCreated: { in: repeated(30_000, () => '2026-01-01T00:00:00Z') } },
    }),
  '25,000 wrong items': () =>
    operation(createExpenses, {
      i: { items: repeated(4_900, () => ({ a: 1, b: 2, c: 3, d: 4 })) },
    }),
  '4,900 empty alternatives': () => operation(clients, { w: { OR: repeated(4_900, () => ({})) } }),
  '4,900 conditions that are not': () =>
    operation(clients, { w: { OR: repeated(4_900, () => ({ name: null })) } }),
  '28,000 instants in 28 conditions': () =>
    operation(expenses, {
      w: {
        OR: repeated(28, () => ({
          dateCreated: { in: repeated(1_001, () => '2026-01-01T00:00:00Z') },
        })),
      },
    }),
  '28,000 amounts in 28 conditions': () =>
    operation(expenses, {
      w: { OR: repeated(28, () => ({ amount: { in: repeated(1_001, () => '9'.repeat(25)) } })) },
    }),
  '300,000 empty items': () =>
    operation(createExpenses, { i: { items: repeated(300_000, () => ({})) } }),
  'a JSON scalar of 100,000 keys': () =>
    operation(createClient, { i: { name: 5, customValues: keyed(70_000) } }),
  'a JSON scalar of 300,000 lists': () =>
    operation(createClient, { i: { name: 5, customValues: repeated(300_000, () => []) } }),
};

const deepVariables: Operations = {
  'a condition of 60,000 levels': () =>
    operation(clients, { w: asJson(nested(60_000, '{"AND":[', '{}', ']}')) }),
  'a list of 450,000 levels': () =>
    operation(clients, { w: asJson(nested(450_000, '[', '', ']')) }),
  'a JSON scalar of 200,000 levels': () =>
    operation(createClient, {
      i: asJson(`{"name":"deep","customValues":{"a":${nested(200_000, '[', '', ']')}}}`),
    }),
  'a NOT of 100,000 levels': () =>
    operation(clients, { w: asJson(nested(100_000, '{"NOT":', '{}', '}')) }),
};

const longValues: Operations = {
  'an amount of 900,000 digits': () => operation(expenses, { w: { amount: { equals: digits } } }),
  'an amount of 900,000 digits after the point': () =>
    operation(expenses, { w: { amount: { equals: `0.${digits}` } } }),
  'an amount of 900,000 digits as a literal': () => operation(amountIs(`"${digits}"`)),
  'an amount of 900,000 digits as a number': () => operation(amountIs(digits)),
  'an amount of 900,000 digits as a default': () =>
    operation(`query ($d: Decimal = "${digits}") ${amountIs('$d')}`),
  'an amount of 900,000 blanks': () =>
    operation(expenses, { w: { amount: { equals: ' '.repeat(900_000) } } }),
  'a page of 900,000 digits': () => operation(`{ clients(first: ${digits}) { totalCount } }`),
  'a number of 900,000 digits in JSON': () => operation(expenses, { w: asJson(digits) }),
  'an enumeration of 900,000 letters': () =>
    operation(
      `{ clients(where: { clientType: { equals: ${'A'.repeat(900_000)} } }) { totalCount } }`,
    ),
  'a field of 900,000 letters': () => operation(`{ ${'a'.repeat(900_000)} }`),
  'a type of 900,000 letters': () => operation(`query ($a: ${'a'.repeat(900_000)}) { __typename }`),
  'an argument of 900,000 letters': () =>
    operation(`{ clients(${'a'.repeat(900_000)}: 1) { totalCount } }`),
  'a text that never ends': () => operation(`{ clients(a: "${'a'.repeat(900_000)}`),
  'an operationName of 1,000,000 letters': () =>
    operation('query A { __typename }', {}, { operationName: 'a'.repeat(1_000_000) }),
  'a hash of 1,000,000 letters': () =>
    operation('{ nothing }', {}, { documentId: 'a'.repeat(1_000_000) }),
  'comments of 1,000,000 letters': () => operation(`{ nothing } #${'a'.repeat(1_000_000)}`),
  '1,000,000 commas': () => operation(`{ nothing ${','.repeat(1_000_000)} }`),
  'escapes in a text that is cut': () => operation(`{ a(b: "${'\\u0041'.repeat(120_000)} }`),
};

const wideDocuments: Operations = {
  '200,000 aliases': () => operation(`{ ${joined(90_000, (i) => `a${i}: id`)} }`),
  '300 aliases of the schema': () =>
    operation(
      `{ ${joined(25, (i) => `a${i}: __schema { types { fields { args { type { name } } type { fields { name } } } } }`)} }`,
    ),
  '20 aliases of the schema': () =>
    operation(
      `{ ${joined(20, (i) => `a${i}: __schema { types { fields { args { type { name } } type { fields { name } } } } }`)} }`,
    ),
  'the schema once, its fields 28 times': () =>
    operation(
      `{ __schema { types { fields { type { ${joined(28, (i) => `a${i}: fields { name type { name } }`)} } } } } }`,
    ),
  'the schema in fragments': () =>
    operation(
      `{ __schema { types { ...A } } } fragment A on __Type { fields { type { ${joined(
        20,
        (i) => `a${i}: fields { args { type { ...B } } type { name } }`,
      )} } } } fragment B on __Type { inputFields { name type { name ofType { name } } } }`,
    ),
  '20 types, each with all it refers to': () =>
    operation(
      `{ ${joined(20, (i) => `a${i}: __type(name: "Mutation") { fields { args { type { ofType { inputFields { type { inputFields { name } } } } } } type { possibleTypes { fields { name type { name } } } } } }`)} }`,
    ),
  '50,000 fragments': () =>
    operation(`{ ...F0 } ${joined(20_000, (i) => `fragment F${i} on Query { id }`)}`),
  '900 fields of one name': () => operation(`{ ${joined(1_900, () => 'nothing')} }`),
  '1,900 fields that are misspelt': () =>
    operation(`{ ${joined(1_900, (i) => `invoiceTemplatess${i}`)} }`),
  '210 lists that overlap': () =>
    operation(`{ ${joined(210, () => 'clients{edges{node{ids}}}')} }`),
  'lists that overlap, each in a fragment of its own': () =>
    operation(
      `{ ${joined(110, (i) => `...F${i}`)} } ${joined(110, (i) => `fragment F${i} on Query { clients { edges { node { ids } } } }`)}`,
    ),
  'lists that overlap in fragments': () =>
    operation(
      `{ ${joined(60, () => '...F0')} } ${joined(60, (i) => `fragment F${i} on Query { ...F${(i + 1) % 60} clients { edges { node { ids } } } }`)}`,
    ),
  'fragments that double 300 times': () =>
    operation(
      `{ clients { edges { node { ...F0 } } } } ${joined(150, (i) => `fragment F${i} on Client { ...F${i + 1} ...F${i + 1} }`)} fragment F150 on Client { ids }`,
    ),
  '480 variables': () =>
    operation(
      `query (${joined(480, (i) => `$v${i}: ClientWhere`)}) { clients { nothing } }`,
      keyed(480, keyed(100), (i) => `v${i}`),
    ),
  '280 variables, each wrong': () =>
    operation(
      `query (${joined(280, (i) => `$v${i}: [Date!]`)}) { clients { totalCount } }`,
      keyed(
        280,
        repeated(100, () => 'x'),
        (i) => `v${i}`,
      ),
    ),
  '90,000 braces': () => operation('{a'.repeat(300_000)),
  '900,000 brackets': () => operation(`{ nodes(ids: ${'['.repeat(900_000)}`),
  '900 directives': () => operation(`{ __typename ${'@include(if: true) '.repeat(40_000)} }`),
  'a list of 1,900 words of an enumeration': () =>
    operation(
      `{ clients(where: { clientType: { in: [${joined(1_900, () => 'COMPANYS')}] } }) { totalCount } }`,
    ),
  '600 unknown fields of a literal': () =>
    operation(
      `{ clients(where: { ${joined(600, (i) => `invoiceInstructions${i}: 1`)} }) { totalCount } }`,
    ),
  '20 bulks of 300 items': () =>
    operation(
      `mutation ($i: CreateExpensesInput!) { ${joined(20, (i) => `a${i}: createExpenses(input: $i) { __typename }`)} }`,
      { i: { items: repeated(300, () => ({ amount: 1, vendor: 'Bulk' })) } },
    ),
  '20 invoices of 500 items': () =>
    operation(
      `mutation ($i: CreateInvoiceInput!) { ${joined(20, (i) => `a${i}: createInvoice(input: $i) { __typename }`)} }`,
      { i: { clientName: 'A', items: repeated(500, () => ({ itemName: 'i', rate: 1 })) } },
    ),
};

/** Texts of which an error's line is far from the start. */
const longTexts: Operations = {
  '500,000 lines, and 100 faults behind them': () =>
    operation(`${'\n'.repeat(500_000)}{ ${joined(100, (i) => `f${i}`)} }`),
  '340,000 comments, and 100 faults behind them': () =>
    operation(`${'#\n'.repeat(340_000)}{ ${joined(100, (i) => `f${i}`)} }`),
  '500,000 lines, and 20 variables that are wrong behind them': () =>
    operation(`${'\n'.repeat(500_000)}query (${joined(20, (i) => `$v${i}: Int!`)}) {
      ${joined(20, (i) => `a${i}: clients(first: $v${i}) { totalCount }`)} }`),
  '500,000 lines, and a text that never ends': () => operation(`${'\n'.repeat(500_000)}{ a(b: "`),
  '100 fields of 9,000 letters': () =>
    operation(`{ ${joined(100, (i) => `f${i}${'x'.repeat(9_000)}`)} }`),
};

const requestShapes: Operations = {
  'a batch of 70,000': () => JSON.stringify(repeated(70_000, () => ({ query: '{' }))),
  'one key 100,000 times': () => `{${'"query":"{",'.repeat(80_000)}"query":"{ nothing }"}`,
  '100,000 keys beside the query': () => JSON.stringify({ ...keyed(80_000), query: '{ nothing }' }),
  'variables as a list': () =>
    JSON.stringify({ query: '{a}', variables: repeated(400_000, () => 1) }),
  'a query that is a list': () => JSON.stringify({ query: repeated(400_000, () => 1) }),
  'JSON that breaks off': () => `{"query":"${'\\u0000'.repeat(170_000)}`,
  'a text of 1,000,000 backslashes': () => `{"query":"{ nothing } #${'\\'.repeat(1_000_000)}"}`,
  'a text of 500,000 quotes': () => `{"query":"{ nothing } #${'\\"'.repeat(500_000)}"}`,
  '900,000 brackets of JSON': () => '['.repeat(1_000_000),
};

const graphql = [
  wideVariables,
  deepVariables,
  longValues,
  wideDocuments,
  longTexts,
  requestShapes,
].flatMap((table) =>
  Object.entries(table).map(
    ([name, text]): HostileBody => ({ name: `GraphQL: ${name}`, path: '/graphql', text }),
  ),
);

const scalarBodies = scalarsOf.map(
  ([type, field]): HostileBody => ({
    name: `GraphQL: a ${type} of 800,000 bytes`,
    path: '/graphql',
    text: () => operation(`query ($v: ${type}) { ${field} nothing }`, { v: longText }),
  }),
);

const scalarLiterals = scalarsOf.slice(0, 3).flatMap(([type, field]): HostileBody[] =>
  ['9'.repeat(900_000), `2026-01-01T00:00:00.${'0'.repeat(900_000)}`].map((value, index) => ({
    name: `GraphQL: a ${type} literal of 900,000 digits (${index})`,
    path: '/graphql',
    text: () => operation(`{ ${field.replace('$v', JSON.stringify(value))} }`),
  })),
);

/** Bodies of REST, by path. */
const actions: Record<string, Record<string, () => object | string>> = {
  'invoices/create': {
    '300,000 empty items': () => ({ clientName: 'A', items: repeated(300_000, () => ({})) }),
    '1,000 items, each wrong in 50 ways': () => ({
      clientName: 'A',
      items: repeated(1_000, () => ({ rate: 'x', quantity: 'x', date: 'x', ...keyed(90) })),
    }),
    'recipients without end': () => ({
      clientName: 'A',
      items: [],
      sendTo: { contacts: repeated(200_000, () => 'a') },
    }),
    'a number of 1,000,000 letters': () => ({
      items: [],
      invoiceNumber: 'x'.repeat(1_000_000),
    }),
  },
  'clients/create': {
    'customValues of 100,000 keys': () => ({ name: 'wide', customValues: keyed(70_000) }),
    'customValues of 200,000 entries': () => ({
      name: 'wide',
      customValues: repeated(300_000, () => ({})),
    }),
    'customValues of 450,000 levels': () =>
      `{"name":"deep","customValues":${nested(450_000, '[', '', ']')}}`,
    'a customValue of 150,000 levels': () =>
      `{"name":"deep","customValues":{"a":${nested(150_000, '{"a":', '1', '}')}}}`,
    'one key of 1,000,000 letters': () => ({
      name: 'long',
      customValues: { ['k'.repeat(1_000_000)]: 1 },
    }),
    'a name of 1,000,000 letters': () => ({ name: 'x'.repeat(1_000_000) }),
    'a name of 1,000,000 blanks': () => ({ name: ' '.repeat(1_000_000) }),
    'a rate of 1,000,000 digits': () => ({ name: 'a', defaultTaxRate: '9'.repeat(1_000_000) }),
    'a rate that is a number of 1,000,000 digits': () =>
      `{"name":"","defaultTaxRate":${'9'.repeat(1_000_000)}}`,
    'a list instead of an object': () => repeated(400_000, () => 1),
    '80,000 keys that it does not have': () => keyed(80_000),
  },
  'contacts/create': {
    'an address without an end': () => ({ first: 'a', email: 'a@'.repeat(500_000) }),
    'an address of dots': () => ({ first: 'a', email: `a@${'a.'.repeat(500_000)}` }),
  },
  'formSubmissions/create': {
    '200,000 answers': () => ({ formName: 'F', answers: repeated(300_000, () => ({})) }),
    '1,000 answers of 100 keys': () => ({
      formName: '',
      answers: repeated(1_000, () => keyed(90)),
    }),
    'an answer of 70,000 keys': () => ({
      formName: 'F',
      answers: [{ question: 'q', answer: keyed(70_000) }],
    }),
  },
  'timeWorked/create': {
    'a day of 1,000,000 digits': () => ({ date: '9'.repeat(1_000_000), hours: 1 }),
    'an instant of 1,000,000 digits': () => ({
      date: `2026-01-01T00:00:00.${'0'.repeat(1_000_000)}Z`,
    }),
    'hours of 1,000,000 digits': () => ({ hours: `0.${'3'.repeat(1_000_000)}` }),
  },
  'calendar/createOrUpdate': {
    '300,000 who attend': () => ({ attendees: repeated(300_000, () => ({})) }),
    'a time of 1,000,000 digits': () => ({
      startTime: '1'.repeat(500_000),
      endTime: '1'.repeat(500_000),
    }),
  },
  'projects/create': {
    '300,000 tasks': () => ({ name: 'p', tasks: repeated(300_000, () => ({})) }),
    '200,000 who are assigned': () => ({ assignedToList: repeated(400_000, () => 1) }),
  },
  'opportunities/create': {
    'customValues of 100,000 keys': () => ({ customValues: keyed(70_000) }),
  },
};

const rest = Object.entries(actions).flatMap(([path, bodies]) =>
  Object.entries(bodies).map(
    ([name, body]): HostileBody => ({
      name: `${path}: ${name}`,
      path: `/public/action/${path}`,
      text: () => {
        const made = body();
        return typeof made === 'string' ? made : JSON.stringify(made);
      },
    }),
  ),
);

export const hostileBodies: readonly HostileBody[] = [
  ...graphql,
  ...scalarBodies,
  ...scalarLiterals,
  ...rest,
];
