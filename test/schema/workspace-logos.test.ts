import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { readLogo } from '../../src/documents/read-logo.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import {
  jpegFile,
  jpegSegment,
  pngChunk,
  pngFile,
  pngOf,
  pngOfChunks,
  turnedJpegFile,
} from '../support/images.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
const fields = 'logo { mediaType size width height version dataUrl }';

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await api.addWorkspace({ name: 'Studio' });
});

const set = (file: Buffer, whose = workspace) =>
  mutated(whose, 'setWorkspaceLogo', { input: { image: file.toString('base64') } }, fields);
const logoOf = async (whose: TestWorkspace) =>
  (await whose.gql(`{ workspace { ${fields} } }`)).body.data.workspace.logo;
const bytesOf = (logo: { dataUrl: string }) =>
  Buffer.from(logo.dataUrl.replace(/^data:[^,]*,/, ''), 'base64');
const base64 = (file: Buffer) => file.toString('base64');
const text = (file: string) => base64(Buffer.from(file, 'latin1'));

/** The header declares 16 × 16 gray pixels. */
const grayPng = (pixels: Buffer, interlace: number) =>
  pngOfChunks([
    ['IHDR', [0, 0, 0, 16, 0, 0, 0, 16, 8, 0, 0, 0, interlace]],
    ['IDAT', deflateSync(pixels)],
    ['IEND', []],
  ]);

function changed(file: Buffer, at: number): Buffer {
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  return file;
}

describe('the workspace’s logo', () => {
  test('can be set, read, replaced and removed, and no other workspace has it', async () => {
    expect(await logoOf(workspace)).toBeNull();
    const wide = { width: 120, height: 30 };
    const { logo } = await set(pngFile(wide));
    expect(logo).toMatchObject({ mediaType: 'image/png', ...wide, version: 1 });
    expect(logo.size).toBe(bytesOf(logo).length);
    expect(PNG.sync.read(bytesOf(logo)).data.equals(pngOf(wide).data)).toBe(true);
    expect(await logoOf(workspace)).toEqual(logo);
    expect(await logoOf(api.ours)).toBeNull();

    await set(jpegFile);
    const jpeg = { mediaType: 'image/jpeg', width: 24, height: 16, version: 2 };
    expect(await logoOf(workspace)).toMatchObject(jpeg);
    expect(bytesOf(await logoOf(workspace)).equals(jpegFile)).toBe(true);

    await mutated(api.ours, 'removeWorkspaceLogo', {});
    expect(await logoOf(workspace)).toMatchObject(jpeg);
    for (const _again of [1, 2]) {
      expect(await mutated(workspace, 'removeWorkspaceLogo', {}, fields)).toEqual({ logo: null });
    }
  });

  test('is accepted as a data URL too, with any media type', async () => {
    const image = `data:image/svg+xml;base64,${jpegFile.toString('base64')}`;
    const { logo } = await mutated(workspace, 'setWorkspaceLogo', { input: { image } }, fields);
    expect(logo.mediaType).toBe('image/jpeg');
  });

  test('requires a key with write permission', async () => {
    const { key } = await mutated(
      workspace,
      'createApiKey',
      { input: { name: 'Reader', scopes: ['READ'] } },
      'key',
    );
    const query = `mutation { setWorkspaceLogo(input: { image: "x" }) { __typename } }`;
    const { body } = await api.request('/graphql', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(body.errors[0].extensions.code).toBe('missing_scope');
  });

  test.each([
    ['nothing', '', 'required', /is required/],
    ['no base64', 'logo.png', 'invalid_format', /base64/],
    ['a file beyond 256 kB', 'A'.repeat(360_000), 'too_large', /at most 256 kB, not 264 kB/],
    [
      'an SVG',
      text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'unsupported_image',
      /a PNG or a JPEG/,
    ],
    ['a GIF', text('GIF89a\x10\0\x10\0\0\0\0;'), 'unsupported_image', /a PNG or a JPEG/],
    [
      'a PNG of 8 pixels',
      base64(pngFile({ width: 40, height: 8 })),
      'invalid_size',
      /16 to 2000 .* not 40 × 8/,
    ],
    [
      'a PNG that ends too soon',
      base64(pngFile({ width: 40, height: 40 }).subarray(0, -30)),
      'broken_image',
      /^is not a whole PNG/,
    ],
    [
      'a PNG with a changed byte',
      base64(changed(pngFile({ width: 40, height: 40 }), 50)),
      'broken_image',
      /^is a PNG that is damaged/,
    ],
    [
      'a PNG of fewer pixels than it says',
      base64(grayPng(Buffer.alloc(40), 0)),
      'broken_image',
      /^is a PNG that is damaged/,
    ],
    [
      'a PNG of fewer pixels than it says, in passes',
      base64(grayPng(Buffer.alloc(40), 1)),
      'broken_image',
      /^is a PNG that is damaged/,
    ],
    [
      'a PNG of more pixels than it says',
      base64(grayPng(Buffer.alloc(300), 0)),
      'broken_image',
      /^is a PNG that is damaged/,
    ],
    [
      'a JPEG that ends too soon',
      base64(jpegFile.subarray(0, -20)),
      'broken_image',
      /JPEG .* no end/,
    ],
    ['the start of a JPEG', base64(jpegFile.subarray(0, 20)), 'broken_image', /JPEG/],
  ])('is rejected if it is %s, and the previous one stays', async (_, image, code, message) => {
    await set(jpegFile);
    const rejection = await mutate(workspace, 'setWorkspaceLogo', { input: { image } });
    expect(rejection).toMatchObject({ __typename: 'InvalidInputError', code: 'invalid_input' });
    expect(rejection.errors).toEqual([
      { path: 'image', code, message: expect.stringMatching(message) },
    ]);
    expect(await logoOf(workspace)).toMatchObject({ mediaType: 'image/jpeg', version: 1 });
  });
});

describe('an image', () => {
  const read = async (file: Buffer) => {
    const reading = await readLogo(file);
    if ('fault' in reading) throw new Error(reading.fault.message);
    return reading.image;
  };

  test('that claims to be huge is rejected before it is unpacked', async () => {
    const claim = pngFile({ width: 20, height: 20 });
    claim.writeUInt32BE(2 ** 31 - 1, 16);
    expect(await readLogo(claim)).toMatchObject({ fault: { code: 'invalid_size' } });
  });

  test.each([
    ['PNG', pngFile({ width: 20, height: 20 })],
    ['JPEG', jpegFile],
  ])('in a %s that was cut off anywhere is rejected', async (_, file) => {
    for (let length = 0; length < file.length; length += 1) {
      const reading = await readLogo(file.subarray(0, length));
      expect(reading, `${length} bytes`).toHaveProperty('fault');
    }
  });

  test.each([
    ['grey', 0],
    ['colours and alpha', 6],
  ] as const)(
    'with 16 bits for %s becomes one with 8 bits that looks the same',
    async (_, colorType) => {
      const png = pngOf({ width: 20, height: 20, paint: (x) => [x * 12, x * 12, x * 12] });
      const deep = new PNG({ width: 20, height: 20 });
      deep.data = Buffer.from(Uint16Array.from(png.data, (value) => value * 257).buffer);
      const { bytes } = await read(PNG.sync.write(deep, { colorType, bitDepth: 16 }));
      expect(bytes[24]).toBe(8);
      expect(PNG.sync.read(Buffer.from(bytes)).data.equals(png.data)).toBe(true);
    },
  );

  test('with two colours, one of them transparent, becomes one that looks the same', async () => {
    const rows = Array.from({ length: 16 }, () => [0, 0xff, 0x00]).flat();
    const file = pngOfChunks([
      ['IHDR', [0, 0, 0, 16, 0, 0, 0, 16, 1, 3, 0, 0, 0]],
      ['PLTE', [200, 0, 0, 0, 100, 0]],
      ['tRNS', [255, 51]],
      ['IDAT', deflateSync(Buffer.from(rows))],
      ['IEND', []],
    ]);
    const { bytes } = await read(file);
    const [left, right] = [PNG.sync.read(Buffer.from(bytes)).data, 8 * 4] as const;
    expect([...left.subarray(0, 4), ...left.subarray(right, right + 4)]).toEqual([
      ...[0, 100, 0, 51],
      ...[200, 0, 0, 255],
    ]);
  });

  test('as a JPEG keeps its colours, and loses other content of the file', async () => {
    const app = (code: number, text: string) => jpegSegment(0xe0 + code, text);
    const icc = app(2, 'ICC_PROFILE\0\x01\x01profile');
    const adobe = app(14, 'Adobe\0\x64\0\0\0\0\x01');
    const file = Buffer.concat([
      jpegFile.subarray(0, 2),
      app(1, 'Exif\0\0MM\0*\0\0\0\x08\0\0SECRET place'),
      app(1, 'http://ns.adobe.com/xap/1.0/\0SECRET author'),
      app(2, 'MPF\0SECRET preview'),
      icc,
      app(13, 'Photoshop 3.0\0SECRET caption'),
      adobe,
      jpegSegment(0xfe, 'SECRET comment'),
      jpegFile.subarray(2),
      Buffer.from('SECRET film'),
    ]);
    const { bytes } = await read(file);
    const plain = [jpegFile.subarray(0, 2), icc, adobe, jpegFile.subarray(2)];
    expect(Buffer.from(bytes).equals(Buffer.concat(plain))).toBe(true);
  });

  test('as a rotated JPEG keeps its orientation, and nothing else', async () => {
    const camera = Buffer.from(turnedJpegFile());
    const head = jpegSegment(0xfe, 'SECRET');
    const file = Buffer.concat([camera.subarray(0, 2), head, camera.subarray(2)]);
    const { bytes, height, width } = await read(file);
    expect([width, height]).toEqual([16, 24]);
    expect(Buffer.from(bytes).equals(camera)).toBe(true);
  });

  test('keeps transparency, and has no alpha channel without it', async () => {
    const paint = (x: number) => [200, 0, 0, x * 12] as [number, number, number, number];
    const clear = pngOf({ width: 20, height: 20, paint });
    const { bytes } = await read(PNG.sync.write(clear));
    expect(PNG.sync.read(Buffer.from(bytes)).data.equals(clear.data)).toBe(true);
    const opaque = await read(pngFile({ width: 20, height: 20 }));
    expect(opaque.bytes[25]).toBe(2);
  });

  test('loses other content of its file', async () => {
    const file = pngFile({ width: 20, height: 20 });
    const note = pngChunk('tEXt', Buffer.from('Comment\0secret'));
    const carrying = Buffer.concat([file.subarray(0, 33), note, file.subarray(33)]);
    expect(Buffer.from((await read(carrying)).bytes).includes('secret')).toBe(false);
  });

  test('that has to be turned is as wide as it is seen', async () => {
    expect(await read(turnedJpegFile())).toMatchObject({ width: 16, height: 24 });
  });
});
