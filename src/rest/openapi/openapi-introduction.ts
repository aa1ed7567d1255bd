import { basePaths } from '../core/route-paths.ts';

const [action, ...actionAliases] = basePaths.action;
const [platform, ...platformAliases] = basePaths.platform;

const words = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const inWords = (paths: readonly string[]) => words.format(paths.map((path) => `\`${path}\``));

/** What the document says of itself, above all operations. */
export const openApiIntroduction = `One workspace's clients, contacts, projects, deliverables, time, expenses, invoices, payments,
sales pipeline, form submissions and calendar, as JSON over HTTP.

**Key.** Every request carries a workspace's key in the header \`X-API-KEY\`. Its scopes say which
areas of the records it may read and write; each operation says what it needs. It reaches its own workspace only: another workspace's records answer exactly as if they did not exist.

**Paths.** Every action stands under \`${action}\` and, with the same behaviour, under ${inWords(actionAliases)}; what
platforms ask to set up a connection stands under \`${platform}\` and ${inWords(platformAliases)}.

**Answers.** Every success is a 200 with a bare object or array, or with no body where something was
deleted; a field without a value is \`null\`, never left out.
Amounts are JSON numbers, dates \`YYYY-MM-DD\`, date-times ISO 8601 in UTC. Any record can be sent back unchanged by PUT.

**Input.** Create operations name related records (\`clientName\`) or take their ids (\`clientId\`); names are compared
exactly after trimming. Fixed values are matched loosely: \`Read only\`, \`read_only\` and
\`READ_ONLY\` are one. Date-times may carry \`Z\`, an offset or nothing, which means UTC.

**Unknown names.** Unknown query parameters and body fields are ignored, and the header \`Ignored-Parameters\` of the response names them. With
\`Prefer: handling=strict\` they are a 400 \`invalid_input\` with the closest known name. PUT takes whole records: their read-only fields are known.

**Retries.** A write with a header \`Idempotency-Key\`, a new UUID say, is done once: send it again with the same key and the same input
until you hear an answer. What was done already is answered for seven days as it was answered first, with \`Idempotency-Replayed: true\`; what
failed is tried anew. 409 \`idempotency_key_in_use\` while it is still worked on, 422 \`idempotency_key_reused\` with other input.

**Ids of your own.** A create takes \`newId\`, an id in the form of ours. Sent again with the same body, it is answered the record that is there.

**Overwriting.** \`ETag\` on an answer that shows one record is its version. Sent back as \`If-Match\` with a change, it keeps the change from
overwriting what somebody else wrote meanwhile: 412 \`version_mismatch\`, and nothing is written. \`expectedVersion\` in the body says the
same, with 409. \`errors\` names the fields that were changed since, as far as the log of changes has them.

**Limits.** \`RateLimit\` says on every answer how many requests are left to the key or person and in how many seconds all are again,
\`RateLimit-Policy\` how many there are in how many seconds; over that, 429 \`too_many_requests\` names the limit.

**Many at once.** \`POST bulk\` does up to 500 creates or updates of one kind, all of them or none, or with \`partial\` those that can be done.

**Errors.** Every error is the JSON object \`Error\`; \`code\` is stable, and \`errors\` lists every field at fault at once.
A path at which there is no operation answers 404 \`route_not_found\`, a wrong method 405 \`method_not_allowed\` with
\`Allow\`. A request that HTTP itself refuses is answered in the same form: \`malformed_request\` (400), \`request_timeout\` (408),
\`expectation_failed\` (417) and \`headers_too_large\` (431). A call from a page of an origin that may not call the service is a
403 \`origin_not_allowed\`. A 503 or 429 says in \`Retry-After\` when to try again. A request's \`X-Request-Id\` comes back on its answer; one
is made where none was sent.`;
