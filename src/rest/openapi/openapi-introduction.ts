import { basePaths } from '../core/route-paths.ts';

const [action, ...actionAliases] = basePaths.action;
const [platform, ...platformAliases] = basePaths.platform;

const words = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const inWords = (paths: readonly string[]) => words.format(paths.map((path) => `\`${path}\``));

export const openApiIntroduction = (
  serverUrl: string,
) => `Clients, projects, time, invoices and payments of one workspace, as JSON over HTTP.

- **Authentication**: send an API key of the workspace in the header \`X-API-KEY\`. Its scopes limit what it can read and write.
- **Responses**: a 200 with an object or array. Amounts are JSON numbers, dates \`YYYY-MM-DD\`, date-times ISO 8601 in UTC.
- **Names**: operations accept names of related records (\`clientName\`) or their ids (\`clientId\`).
- **Errors**: a JSON object \`Error\` with a stable \`code\`. \`errors\` lists all invalid fields.
- **Details**: see *Conventions* below the operations.

\`\`\`sh
curl -H 'X-API-KEY: ag_…' \\
  ${serverUrl}${action}/clients/list
\`\`\``;

export const openApiConventions = `**Paths.** Every operation is available under \`${action}\` and under ${inWords(actionAliases)}. Operations for
automation platforms are under \`${platform}\` and ${inWords(platformAliases)}.

**Scopes.** Each operation lists its scopes. A key can only access its own workspace; records of other workspaces do not exist for it.

**Fields.** Fields without a value are \`null\` and never omitted. You can send any record back unchanged with PUT. A deletion returns no body.

**Unknown names.** Unknown query parameters and body fields are ignored, and the response header \`Ignored-Parameters\` lists them. With
\`Prefer: handling=strict\` they are a 400 \`invalid_input\` with the closest known name. PUT accepts the read-only fields of whole records.

**Values.** Names are compared exactly after trimming. Enumerations ignore case and separators: \`Read only\`, \`read_only\` and \`READ_ONLY\` are
equal. Date-times can have \`Z\`, an offset, or neither, which means UTC.

**Retries.** Send a header \`Idempotency-Key\`, for example a new UUID, with a write. If you get no response, repeat the request with the same key
and input: it runs once. For seven days, a repeated request gets the first response with \`Idempotency-Replayed: true\`. A failed request runs again.
409 \`idempotency_key_in_use\` means that the first request is still running, 422 \`idempotency_key_reused\` that the input is different.

**Dry runs.** With the header \`Dry-Run: true\`, a write is checked and rolled back: nothing is stored or sent. The response is that of the
real write, with the header \`Dry-Run: true\`. An \`Idempotency-Key\` has no effect then.

**Ids.** A create accepts your own id as \`newId\`, in the format of Actiongraph ids. If you repeat the request, it returns the existing record.

**Concurrent edits.** The \`ETag\` of a response with one record is its version. Send it as \`If-Match\` with a change. If the record has changed since,
the response is 412 \`version_mismatch\` and nothing is written. \`expectedVersion\` in the body does the same, with 409. \`errors\` lists the fields
that changed, as long as the audit log has them.

**Limits.** \`RateLimit\` contains the remaining requests and the seconds until they are reset, \`RateLimit-Policy\` the limit. Above the limit, the
response is 429 \`too_many_requests\`. 503 and 429 have a header \`Retry-After\`.

**Lists.** Lists and searches take \`limit\`, \`order\` and filters. The header \`Link\` with \`rel="next"\` is the address of the next page; the body
is always an array.

**Bulk.** \`POST bulk\` executes up to 500 creates or updates of one kind: all or none, or with \`partial\` the valid ones.

**Errors.** An unknown path is 404 \`route_not_found\`, a wrong method 405 \`method_not_allowed\` with \`Allow\`. Invalid HTTP requests get the same
format: \`malformed_request\` (400), \`request_timeout\` (408), \`expectation_failed\` (417) and \`headers_too_large\` (431). A browser request from an
origin that is not allowed is 403 \`origin_not_allowed\`. The response repeats the \`X-Request-Id\` of the request, or has a new one.`;
