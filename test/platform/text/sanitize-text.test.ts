import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldInfoOf } from '../../../src/platform/input/field-metadata.ts';
import { toSingleLine } from '../../../src/platform/text/sanitize-text.ts';
import { useTestApi } from '../../support/api.ts';
import { leavesOf } from '../../support/leaves.ts';

const api = useTestApi();

test.each([
  ['A\r\nBcc: z@z.example', 'A Bcc: z@z.example'],
  ['R-\u200b25\ufeff25\u00ad28', 'R-252528'],
  ['\u202eevil\u202c \u2066x\u2069', 'evil x'],
  ['a\tb\u2028c\u0085d', 'a b c d'],
  ['\u0007bell\u001b[31m', 'bell[31m'],
  // What scripts and emoji need stays.
  ['नमस्\u200dते 👩\u200d💻 ❤\ufe0f می\u200cخواهم', 'नमस्\u200dते 👩\u200d💻 ❤\ufe0f می\u200cخواهم'],
  ['  Zoë  Ångström ', 'Zoë Ångström'],
  ['Zoe\u0308\u00a0 \u202fA\u030angstro\u0308m', 'Zoë Ångström'],
  ['a \u200b b', 'a b'],
  ['\u200b \u200b', ''],
])('%j is one line: %j', (text, line) => {
  expect(toSingleLine(text)).toBe(line);
});

const domain = fileURLToPath(new URL('../../../src/domain', import.meta.url));

/** Every input that a slice declares, for whichever door. */
async function inputs(): Promise<[name: string, input: z.ZodObject][]> {
  const found = new Map<z.ZodObject, string>();
  for (const file of readdirSync(domain, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('-worker.ts')) continue;
    const module: object = await import(join(domain, file));
    for (const [name, value] of Object.entries(module)) {
      if (
        value instanceof z.ZodObject &&
        Object.values(value.shape).some((one) => fieldInfoOf(one))
      ) {
        found.set(value, name);
      }
    }
  }
  return [...found].map(([input, name]) => [name, input]);
}

/** The field of a shape at a path. */
function fieldAt(shape: z.ZodObject, [name, ...rest]: (string | number)[]): z.ZodType | undefined {
  const field = shape.shape[String(name)] as z.ZodType;
  const presentation = fieldInfoOf(field)?.presentation;
  const below = presentation?.kind === 'list' ? presentation.of : presentation;
  const inside = rest[0] === 0 ? rest.slice(1) : rest;
  if (inside.length === 0) return field;
  return below?.kind === 'object' ? fieldAt(below.schema, inside) : undefined;
}

const hostile = 'A\r\n\u00a0 B\u200b\u202eC\u0007e\u0301';

/** Texts of several lines, which are kept as they are sent. */
const ofLines = 10_000;

test('every text of one line, of every input in both APIs, is one line that shows all it has', async () => {
  let folded = 0;
  for (const [name, input] of await inputs()) {
    for (const { path, presentation } of leavesOf(input)) {
      if (presentation.kind !== 'scalar' || presentation.name !== 'String') continue;
      const field = fieldAt(input, path);
      const read = field?.safeParse(hostile);
      if (!field || !read?.success || typeof read.data !== 'string') continue;
      const { override } = (field.meta() ?? {}) as { override?: { maxLength?: number } };
      if ((override?.maxLength ?? 0) >= ofLines) continue;
      expect(read.data, `${name}.${path.join('.')}`).toBe('A BCé');
      folded += 1;
    }
  }
  expect(folded).toBeGreaterThan(100);
});

describe('a name of invisible characters', () => {
  test('is none, and one with it is the same name', async () => {
    const { status, body } = await api.ours.post('clients/create', { name: '\u200b\ufeff' });
    expect([status, body.errors[0].code]).toEqual([400, 'required']);
    const made = await api.ours.post('clients/create', {
      name: 'Love\u200blace\r\n',
      city: '\u200b',
    });
    expect(made.body).toMatchObject({ name: 'Lovelace' });
    const again = await api.ours.post('clients/create', { name: 'Lovelace\u202c' });
    expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
  });
});
