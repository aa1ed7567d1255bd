/**
 * The modules of src, from top to bottom, with the modules that each may import in addition to itself. Names are paths
 * in src. A line names only modules of later lines. A file that no line covers may import nothing.
 */
export const modules = `
  cli.ts            cli config
  cli               server.ts cluster seed backup documents observability domain platform database config generated
  seed              mail domain locales write platform database generated
  server.ts         app.ts server cluster jobs schema documents mail observability limits http
                    templates platform database config
  app.ts            server mcp pages rest schema backup auth observability limits http domain platform config
  server            mcp pages rest schema backup documents mail auth observability limits http
                    domain write platform database config
  mcp               rest schema operations mail http domain write platform database config
  pages             rest documents auth limits http domain locales platform database config
  rest/router.ts    rest/execute-route.ts rest/index.ts rest/core http platform
  rest/execute-route.ts  rest/index.ts rest/core http write platform
  rest/openapi      rest/index.ts rest/core write platform config
  rest/index.ts     rest/resources rest/core
  rest/resources    rest/core operations mail domain platform
  rest/core         http domain write query platform database
  schema/endpoint   schema/index.ts schema/planner schema/core http domain write platform database config
  schema/index.ts   schema/planner schema/core generated
  schema/resources  schema/core operations documents domain write query platform generated
  schema/planner    schema/core write query platform
  schema/core       domain write query platform config generated
  operations        documents domain platform
  jobs              documents limits domain write platform database config generated
  backup            domain platform database config generated
  mail              documents domain templates locales platform database config generated
  documents         domain templates locales platform database config generated
  auth              domain platform config generated
  cluster           observability http database config
  observability     limits http domain platform database config
  limits            http platform database
  http              platform config
  domain            templates locales write query platform database generated
  templates         platform generated
  locales           platform generated
  write             query platform database generated
  query             platform database generated
  platform          database config generated
  database          config generated
  config
  browser`;
/** Folders of a module: each may import those before it. `*` is the place of folders that the order does not name. */
export const orders: Readonly<Record<string, string>> = {
  database: `models statements pool transactions replicas notifications migrations roles embedded client`,
  platform: `errors permissions ids text dates money caching worker-threads outbound-http file-store encryption actors access-policies audit-log names
    context input records external-ids events operations`,
  domain: `workspaces identities attachments custom-fields to-do-items task-stages project-types pipeline-stages vendors lead-info
    exchange-rates events record-changes calendar-events clients contacts billed-work projects deliverables
    project-templates time-entries received-invoices expenses work-prices invoices payments accounting credits credit-notes
    mail-suppressions outbox-mails opportunities forms form-submissions reports record-searches record-totals erasures merges * rest-hooks`,
};
/** Of these modules, other modules may import only index.ts. */
export const indexOnly = ['backup', 'database/embedded'];
/** Packages that only some modules may import. */
export const packages = [
  { pattern: /^(graphql\b|@pothos\/|@escape\.tech\/)/, modules: 'schema mcp' },
  { pattern: /^@?hono\b/, modules: 'server.ts app.ts server pages rest mail observability' },
];
