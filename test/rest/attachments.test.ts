import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultAttachmentLimits } from '../../src/config/attachment-settings.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createAttachmentFromUrl } from '../../src/domain/attachments/create-from-url.ts';
import { createAttachmentInput } from '../../src/domain/attachments/fields.ts';
import { attachmentServicesOf } from '../../src/domain/attachments/services.ts';
import { deleteUnusedFiles } from '../../src/domain/attachments/unused-files.ts';
import { NodeRequest } from '../../src/http/http-request.ts';
import { OutboundError } from '../../src/platform/outbound-http/outbound-error.ts';
import type { OutboundHttp } from '../../src/platform/outbound-http/outbound-http.ts';
import { readFormInput } from '../../src/rest/core/form-input.ts';
import { testAttachments, useTestApi } from '../support/api.ts';
import { pdf, png, upload } from '../support/attachments.ts';
import { publishStaged } from '../support/log-ends.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'attachments-'));
const limits = {
  ...defaultAttachmentLimits,
  fileMegabytes: 1,
  filesPerRecord: 3,
  workspaceMegabytes: 3,
};
const api = useTestApi({ attachments: testAttachments({ dataDir, attachmentLimits: limits }) });
afterAll(() => rm(dataDir, { recursive: true }));

let expense: string;
beforeAll(async () => {
  expense = await newExpense();
});

const newExpense = async (workspace = api.ours): Promise<string> =>
  (await workspace.post('expenses/create', { amount: 10 })).body.id;

const storedFiles = (): string[] => {
  const folder = join(dataDir, 'attachments', String(api.ours.accountId));
  return existsSync(folder) ? readdirSync(folder) : [];
};
const spooledFiles = () => readdirSync(join(dataDir, 'attachments', 'incoming'));
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

const attach = (
  id: string,
  file: { bytes: string | Buffer; name: string },
  headers: Record<string, string> = {},
) => upload(api, api.ours, { fields: { id, type: 'EXPENSE' }, file, headers });

const list = async (id: string) =>
  (await api.ours.get('attachments/list', { id, type: 'EXPENSE' })).body;

describe('a file is attached', () => {
  test.each([
    ['in the form', { fields: { type: 'EXPENSE' } }],
    ['in the query', { query: { type: 'expense' } }],
  ])('with its parameters %s, and the response is the id as a JSON string', async (_, input) => {
    const id = await newExpense();
    const [part] = Object.keys(input) as ['fields' | 'query'];
    const { body, status, text } = await upload(api, api.ours, {
      [part]: { ...(input as Record<string, object>)[part], id },
      file: { bytes: pdf, name: 'Beleg für März.pdf' },
    });
    expect([status, text]).toEqual([200, JSON.stringify(body)]);
    expect(body).toMatch(/^att_/);
    expect(await list(id)).toEqual([
      {
        id: body,
        fileName: 'Beleg für März.pdf',
        contentType: 'application/pdf',
        size: pdf.length,
        createdAt: expect.any(String),
        url: expect.stringMatching(/^http:\/\/actiongraph\.test\/attachments\//),
      },
    ]);
  });

  test('equal files of a workspace are stored once', async () => {
    const id = await newExpense();
    const bytes = `${pdf}% of two attachments`;
    const ids = [
      (await attach(id, { bytes, name: 'a.pdf' })).body,
      (await attach(id, { bytes, name: 'b.pdf' })).body,
    ];
    expect(new Set(ids).size).toBe(2);
    expect(storedFiles()).toContain(sha256(bytes));
    expect(await list(id)).toHaveLength(2);
    expect(spooledFiles()).toEqual([]);
  });

  test('an idempotency key attaches it once', async () => {
    const id = await newExpense();
    const headers = { 'idempotency-key': 'attach-once' };
    const first = await attach(id, { bytes: pdf, name: 'a.pdf' }, headers);
    const again = await attach(id, { bytes: pdf, name: 'a.pdf' }, headers);
    expect(again.body).toBe(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await attach(id, { bytes: png, name: 'a.pdf' }, headers);
    expect(other.body.code).toBe('idempotency_key_reused');
    expect(await list(id)).toHaveLength(1);
    expect(spooledFiles()).toEqual([]);
  });

  test('and the audit log and the events contain it', async () => {
    const { body: id } = await attach(await newExpense(), { bytes: pdf, name: 'audited.pdf' });
    await publishStaged(api.owner);
    const { body } = await api.ours.get('events/list', { types: 'attachment.created' });
    expect(body.events ?? body).toContainEqual(expect.objectContaining({ recordId: id }));
  });

  test('with a fixed number of statements', async () => {
    const id = await newExpense();
    const { statements } = await recordStatements(() => attach(id, { bytes: pdf, name: 'a.pdf' }));
    expect(statements.length).toBe(9);
  });
});

describe('a download', () => {
  const open = (url: string, method = 'GET') =>
    api.app.request(url.replace('http://actiongraph.test', ''), { method });

  test('is never shown as a page, and has the name of the file', async () => {
    const id = await newExpense();
    await attach(id, { bytes: png, name: 'Ünïcode "1".png' });
    const [{ url }] = await list(id);
    const response = await open(url);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `attachment; filename="_n_code _1_.png"; filename*=UTF-8''%C3%9Cn%C3%AFcode%20%221%22.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
    expect((await open(url, 'HEAD')).headers.get('content-length')).toBe(String(png.length));
  });

  test('needs a valid signature, and ends with the attachment', async () => {
    const id = await newExpense();
    const { body: attachment } = await attach(id, { bytes: png, name: 'a.png' });
    const [{ url }] = await list(id);
    const [account, record, expiry, signature] = url.split('/').at(-1).split('.');
    const links = [
      [account, record, expiry, `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`],
      [account, record, Number(expiry) + 1, signature],
      [Number(account) + 1, record, expiry, signature],
      [account, record, 1, signature],
      [account, record],
    ];
    for (const link of links) {
      const response = await open(`/attachments/${link.join('.')}`);
      expect([response.status, (await response.json()).code]).toEqual([404, 'record_not_found']);
    }
    expect((await api.ours.delete(`attachments/${attachment}`)).status).toBe(200);
    expect((await open(url)).status).toBe(404);
  });
});

describe('nothing is stored of', () => {
  const cases: [what: string, bytes: string | Buffer, name: string, code: string][] = [
    ['an empty file', '', 'a.pdf', 'empty'],
    ['HTML', '<!DOCTYPE html><script>alert(1)</script>', 'a.txt', 'invalid_choice'],
    [
      'HTML with an allowed XML declaration',
      '<?xml version="1.0"?><html xmlns="x"/>',
      'a.xml',
      'invalid_choice',
    ],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.xml', 'invalid_choice'],
    ['SVG in UTF-16', Buffer.from('\ufeff<svg xmlns="x"/>', 'utf16le'), 'a.xml', 'invalid_choice'],
    [
      'an ELF program',
      Buffer.from('7f454c46020101000000000000000000', 'hex'),
      'a.pdf',
      'invalid_choice',
    ],
    [
      'a Windows program',
      Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
      'a.pdf',
      'invalid_choice',
    ],
    [
      'HTML after long blanks',
      `${' \n'.repeat(5_000)}<script>1</script>`,
      'a.txt',
      'invalid_choice',
    ],
    [
      'SVG after a long comment',
      `<!--${'-'.repeat(70_000)}--><svg xmlns="x"/>`,
      'a.xml',
      'invalid_choice',
    ],
    [
      'a script deep in XML',
      `<?xml version="1.0"?><a>${'<b/>'.repeat(40_000)}<x-y:script xmlns:x-y="x"/></a>`,
      'a.xml',
      'invalid_choice',
    ],
    [
      'SVG in ISO 8859-1',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg>\xe9</svg>', 'latin1'),
      'a.xml',
      'invalid_choice',
    ],
    [
      'SVG in UTF-16 after long blanks',
      Buffer.from(`\ufeff${' '.repeat(5_000)}<svg xmlns="x"/>`, 'utf16le'),
      'a.xml',
      'invalid_choice',
    ],
    ['a script', '#!/bin/sh\nrm -rf /', 'a.txt', 'invalid_choice'],
    ['a text with the name of a program', 'echo 1', 'a.bat', 'invalid_choice'],
    ['unknown binary data', Buffer.from('00010203deadbeef', 'hex'), 'a.txt', 'invalid_choice'],
  ];
  test.each(cases)('%s', async (_, bytes, name, code) => {
    const before = storedFiles().length;
    const { body, status } = await attach(expense, { bytes, name });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors).toEqual([{ path: 'file', code, message: expect.any(String) }]);
    if (code === 'invalid_choice') expect(body.errors[0].message).toContain('pdf, xml');
    expect(storedFiles().length).toBe(before);
    expect(spooledFiles()).toEqual([]);
  });

  test('a file that is too large', async () => {
    const bytes = Buffer.concat([pdf, Buffer.alloc(1_048_577 - pdf.length)]);
    const { body, status } = await attach(expense, { bytes, name: 'a.pdf' });
    expect([status, body.code]).toEqual([413, 'body_too_large']);
    expect(body.errors).toEqual([
      { path: 'file', code: 'too_large', message: 'must have at most 1 MB' },
    ]);
    expect(spooledFiles()).toEqual([]);
  });

  test('a file for an unknown record or one of another workspace', async () => {
    const before = storedFiles().length;
    for (const id of ['exp_unknown', await newExpense(api.theirs)]) {
      const { body, status } = await attach(id, { bytes: `${pdf}unknown`, name: 'a.pdf' });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.errors[0].path).toBe('id');
    }
    expect(storedFiles().length).toBe(before);
  });

  test('a dry run', async () => {
    const before = storedFiles().length;
    const file = { bytes: `${pdf}dry`, name: 'a.pdf' };
    const { body } = await attach(expense, file, { 'dry-run': 'true' });
    expect(body).toMatch(/^att_/);
    expect(await list(expense)).toEqual([]);
    expect(storedFiles().length).toBe(before);
    expect(spooledFiles()).toEqual([]);
  });

  test('a form without its parts', async () => {
    const { body } = await upload(api, api.ours, { fields: { type: 'VENDOR' } });
    expect(body.errors).toEqual([
      { path: 'id', code: 'required', message: 'is required' },
      {
        path: 'type',
        code: 'invalid_choice',
        message:
          'must be one of CLIENT, PROJECT, DELIVERABLE, OPPORTUNITY, EXPENSE, TICKET, INVOICE',
      },
      { path: 'file', code: 'required', message: 'is required' },
    ]);
  });

  test.each(['file', 'other'])('a form with a second file, in the field %s', async (name) => {
    const before = storedFiles().length;
    const form = new FormData();
    for (const [field, value] of [
      ['id', expense],
      ['type', 'EXPENSE'],
    ] as const)
      form.append(field, value);
    form.append('file', new Blob([new Uint8Array(pdf)]), 'a.pdf');
    form.append(name, new Blob([new Uint8Array(png)]), 'b.png');
    const { body, status } = await api.request('/public/action/attachments/create', {
      ...{ method: 'POST', headers: { 'x-api-key': api.ours.key }, body: form },
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors).toEqual([
      { path: 'file', code: 'too_many', message: 'must be the only file of the form' },
    ]);
    expect(storedFiles().length).toBe(before);
    expect(spooledFiles()).toEqual([]);
  });

  test('a caller that left before its form was read', async () => {
    const incoming = Object.assign(new PassThrough(), {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      rawHeaders: ['content-type', 'multipart/form-data; boundary=x'],
      url: '/',
    });
    incoming.destroy();
    const request = new NodeRequest(incoming as never, undefined as never);
    const form = { from: 'form', schema: createAttachmentInput, fileField: 'file' } as const;
    const read = readFormInput(api.ours.context, form, request, async () => undefined);
    await expect(read).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('a request that is no form', async () => {
    const { body, status } = await api.ours.post('attachments/create', { id: expense });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    const broken = await api.request('/public/action/attachments/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
    });
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_input']);
    expect(spooledFiles()).toEqual([]);
  });

  test('a file above the limits of the record and of the workspace', async () => {
    const id = await newExpense();
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await attach(id, { bytes: pdf, name });
    const { body, status } = await attach(id, { bytes: pdf, name: 'd.pdf' });
    expect([status, body.code]).toEqual([409, 'conflicting_state']);
    expect(body.message).toContain('3 attachments');
    const large = (end: string) => Buffer.concat([pdf, Buffer.alloc(1_000_000, end)]);
    const other = await newExpense();
    for (const end of ['a', 'b', 'c'])
      expect((await attach(other, { bytes: large(end), name: 'a.pdf' })).status).toBe(200);
    const full = await attach(await newExpense(), { bytes: large('d'), name: 'a.pdf' });
    expect([full.status, full.body.message]).toEqual([409, expect.stringContaining('3 MB')]);
    // A stored file takes no more room.
    expect((await attach(await newExpense(), { bytes: large('a'), name: 'a.pdf' })).status).toBe(
      200,
    );
  });
});

describe('the accepted types', () => {
  const imageOf = (brand: string) =>
    Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}heic`, 'latin1');

  test.each<[bytes: string | Buffer, name: string, contentType: string]>([
    ['<?xml version="1.0"?><Invoice/>', 'factur-x.xml', 'application/xml'],
    ['\ufeff<Invoice xmlns="urn:x"/>', 'ubl.xml', 'application/xml'],
    ['a;b\n1;2\n', 'export.csv', 'text/csv'],
    ['Grüße', 'note', 'text/plain'],
    [`Subject: Hi\n\n${'a\n'.repeat(3_000)}<html>`, 'mail.eml', 'message/rfc822'],
    [Buffer.from('<?xml version="1.0"?><a>\xe9</a>', 'latin1'), 'latin.xml', 'application/xml'],
    [imageOf('mif1'), 'photo.heif', 'image/heif'],
    [imageOf('heic'), 'photo.heic', 'image/heic'],
    [imageOf('hevc'), 'photo.heic', 'image/heic-sequence'],
    [Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'a.gif', 'image/gif'],
  ])('include %j as %s', async (bytes, name, contentType) => {
    const id = await newExpense();
    expect((await attach(id, { bytes, name })).body).toMatch(/^att_/);
    const [attachment] = await list(id);
    expect(attachment).toMatchObject({
      contentType,
      fileName: name === 'note' ? 'note.txt' : name,
    });
  });
});

test('the list of a record has pages', async () => {
  const id = await newExpense();
  const ids = [];
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf'])
    ids.push((await attach(id, { bytes: pdf, name })).body);
  const page = (query: object) =>
    api.ours.get('attachments/list', { id, type: 'EXPENSE', limit: '2', ...query });
  const first = await page({});
  const after = /after=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
  const second = await page({ after });
  expect(second.headers.get('link')).toBeNull();
  const found = [first, second].map(({ body }) => body.map((each: { id: string }) => each.id));
  expect(found).toEqual([ids.slice(0, 2), ids.slice(2)]);
  expect((await page({ limit: '1001' })).status).toBe(400);
});

test('a deleted record takes its attachments along', async () => {
  const id = await newExpense();
  const { body: attachment } = await attach(id, { bytes: pdf, name: 'a.pdf' });
  const query = `mutation ($id: ID!) { deleteExpense(input: { id: $id }) { __typename } }`;
  const { body } = await api.ours.gql(query, { id });
  expect(body.data.deleteExpense.__typename).toBe('DeleteExpenseSuccess');
  const { body: read } = await api.ours.gql('query ($id: ID!) { attachment(id: $id) { id } }', {
    id: attachment,
  });
  expect(read.data.attachment).toBeNull();
});

describe('a file from a URL', () => {
  let requests: string[] = [];
  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      const [path = ''] = (request.url ?? '').split('?');
      if (path === '/moved') return response.writeHead(302, { location: '/a.pdf' }).end();
      if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end();
      if (path === '/away') return response.writeHead(302, { location: 'https://10.0.0.1/' }).end();
      if (path === '/missing') return response.writeHead(404).end('no');
      if (path === '/large') return response.end(Buffer.concat([pdf, Buffer.alloc(1_100_000)]));
      if (path === '/broken') {
        response.writeHead(200, { 'content-length': '1000' }).write(pdf);
        return setImmediate(() => response.destroy());
      }
      return response.end(path === '/empty' ? '' : pdf);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const attachUrl = (fileUrl: string, more: object = {}) =>
    api.ours.post('attachments/createFromUrl', { id: expense, type: 'EXPENSE', fileUrl, ...more });
  beforeEach(async () => {
    requests = [];
    expense = await newExpense();
  });

  test.each([
    [
      'query',
      async (input: Record<string, string>) => {
        const query = new URLSearchParams(input);
        return api.request(`/public/action/attachments/createFromUrl?${query}`, {
          method: 'POST',
          headers: { 'x-api-key': api.ours.key },
        });
      },
    ],
    [
      'form',
      (fields: Record<string, string>) => upload(api, api.ours, { fields }, 'createFromUrl'),
    ],
    [
      'JSON body',
      (input: Record<string, string>) => api.ours.post('attachments/createFromUrl', input),
    ],
  ])('is attached with its parameters in the %s', async (_, send) => {
    const { body, text } = await send({
      ...{ id: expense, type: 'EXPENSE' },
      ...{ fileUrl: `${base}/a.pdf`, fileName: 'Beleg.pdf' },
    });
    expect(text).toBe(JSON.stringify(body));
    expect(await list(expense)).toMatchObject([
      { id: body, fileName: 'Beleg.pdf', contentType: 'application/pdf', size: pdf.length },
    ]);
  });

  test('has the name of its path by default, and redirects are followed', async () => {
    await attachUrl(`${base}/moved?a=1`);
    expect(requests).toEqual(['/moved?a=1', '/a.pdf']);
    expect(await list(expense)).toMatchObject([{ fileName: 'moved.pdf' }]);
  });

  test.each([
    ['http://10.0.0.1/a.pdf', 'cannot be fetched'],
    ['https://localhost/a.pdf', 'cannot be fetched'],
    ['ftp://files.example.com/a.pdf', 'cannot be fetched'],
    ['no URL', 'cannot be fetched'],
    ['BASE/away', 'cannot be fetched'],
    ['BASE/loop', 'redirects more than 3 times'],
    ['BASE/missing', 'responded with the status 404'],
    ['BASE/broken', 'cannot be fetched'],
    ['BASE/empty', 'must not be empty'],
  ])('is rejected if its URL is %s', async (url, message) => {
    const { body, status } = await attachUrl(url.replace('BASE', base));
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors).toMatchObject([
      { path: 'fileUrl', message: expect.stringContaining(message) },
    ]);
    expect(await list(expense)).toEqual([]);
    expect(spooledFiles()).toEqual([]);
  });

  test('is not read beyond the limit', async () => {
    const { body, status } = await attachUrl(`${base}/large`);
    expect([status, body.errors]).toEqual([
      413,
      [{ path: 'fileUrl', code: 'too_large', message: 'must have at most 1 MB' }],
    ]);
    expect(spooledFiles()).toEqual([]);
  });

  /** Fetches with another client than that of the service. */
  const attachWith = async (send: OutboundHttp['send'], { context } = api.ours) => {
    const attachments = attachmentServicesOf(context);
    const http = { ...attachments.http, send };
    const services = { ...context.services, attachments: { ...attachments, http } };
    const input = { id: expense, type: 'EXPENSE', fileUrl: 'https://slow.example/' } as const;
    return createAttachmentFromUrl({ ...context, services }, input);
  };

  test('shares one deadline among its redirects', async () => {
    const deadlines: (number | undefined)[] = [];
    const attached = attachWith(async ({ deadlineMs }) => {
      deadlines.push(deadlineMs);
      await sleep(20);
      return { statusCode: 302, headers: { location: '/next' }, body: Buffer.alloc(0) };
    });
    await expect(attached).rejects.toMatchObject({ code: 'invalid_input' });
    expect(deadlines).toHaveLength(4);
    expect(deadlines).toEqual([...new Set(deadlines)].sort((a = 0, b = 0) => b - a));
  });

  test('leaves no file if the request fails while the file is stored', async () => {
    let stored: Promise<void> | undefined;
    const attached = attachWith(async ({ receive }) => {
      stored = receive?.(Readable.from([pdf]));
      throw new OutboundError('timeout', 'No response within 30 s.');
    });
    await expect(attached).rejects.toMatchObject({ code: 'invalid_input' });
    await stored;
    expect(spooledFiles()).toEqual([]);
  });

  test('leaves half of the downloads to other workspaces', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const send: OutboundHttp['send'] = async () => {
      await ended;
      return { statusCode: 404, headers: {}, body: Buffer.alloc(0) };
    };
    const codeOf = (error: { code: string }) => error.code;
    const own = Array.from({ length: 5 }, () => attachWith(send).catch(codeOf));
    const other = attachWith(send, api.theirs).catch(codeOf);
    end();
    const failed = Array(4).fill('invalid_input');
    expect(await Promise.all(own)).toEqual([...failed, 'too_many_requests']);
    expect(await other).toBe('invalid_input');
  });

  test('is replayed with its idempotency key when the URL is gone', async () => {
    const send = () =>
      api.request('/public/action/attachments/createFromUrl', {
        method: 'POST',
        headers: {
          ...{ 'x-api-key': api.ours.key, 'idempotency-key': 'from-url' },
          'content-type': 'application/json',
        },
        body: JSON.stringify({ id: expense, type: 'EXPENSE', fileUrl: `${base}/a.pdf` }),
      });
    const first = await send();
    expect((await send()).body).toBe(first.body);
    expect(await list(expense)).toHaveLength(1);
  });
});

test('every type of record shows its attachments in GraphQL', async () => {
  const { body: client } = await api.ours.post('clients/create', { name: 'Ada Ltd' });
  const { body: project } = await api.ours.post('projects/create', {
    ...{ name: 'Site', clientName: 'Ada Ltd' },
  });
  const { body: deliverable } = await api.ours.post('deliverables/create', {
    ...{ name: 'Draft', clientName: 'Ada Ltd', projectName: 'Site' },
  });
  const { body: opportunity } = await api.ours.post('opportunities/create', { name: 'Deal' });
  const { body: invoice } = await api.ours.post('invoices/create', {
    ...{ clientName: 'Ada Ltd', items: [{ description: 'Work', rate: 1 }] },
  });
  const records = { client, project, deliverable, opportunity, invoice };
  for (const [name, record] of Object.entries(records)) {
    const fields = { id: String(record.id), type: name.toUpperCase() };
    const { body: id } = await upload(api, api.ours, {
      fields,
      file: { bytes: pdf, name: 'a.pdf' },
    });
    const query = `query ($id: ID!) { ${name}(id: $id) { attachments { nodes {
      id fileName contentType size createdAt url ${name} { id } } } } }`;
    const { body } = await api.ours.gql(query, { id: record.id });
    expect(body.data[name].attachments.nodes, name).toEqual([
      {
        ...{ id, fileName: 'a.pdf', contentType: 'application/pdf', size: pdf.length },
        createdAt: expect.any(String),
        url: expect.stringContaining('/attachments/'),
        [name]: { id: record.id },
      },
    ]);
  }
});

test('the retention job deletes files without attachments, and no other', async () => {
  const id = await newExpense();
  const bytes = `${pdf}unused`;
  const { body: first } = await attach(id, { bytes, name: 'a.pdf' });
  const { body: second } = await attach(id, { bytes, name: 'b.pdf' });
  const { store } = testAttachments({ dataDir });
  const later = new Date(Date.now() + 2 * 3_600_000);
  const collect = (now: Date) => deleteUnusedFiles(api.database.prisma, store, now);
  await api.ours.delete(`attachments/${first}`);
  await collect(later);
  expect(storedFiles()).toContain(sha256(bytes));
  await api.ours.delete(`attachments/${second}`);
  // A request may have stored it and not yet written its row.
  await collect(new Date());
  expect(storedFiles()).toContain(sha256(bytes));
  expect(await collect(later)).toBeGreaterThan(0);
  expect(storedFiles()).not.toContain(sha256(bytes));
  expect(await collect(later)).toBe(0);
});
