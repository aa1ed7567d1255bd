import { text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';

const plain = text(20);

/** WCAG 2.2, 1.4.3. */
const minContrast = 4.5;

/** A colour as #rrggbb with enough contrast to white. */
export const accentColor: FieldType<string> = {
  ...plain,
  json: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', example: '#1d4ed8' },
  read: (value, report) => {
    const color = plain.read(value, report)?.toLowerCase();
    if (color === undefined) return undefined;
    if (!/^#[0-9a-f]{6}$/.test(color)) {
      report('invalid_format', 'must be a colour like #1d4ed8');
      return undefined;
    }
    const contrast = contrastToWhite(color);
    if (contrast >= minContrast) return color;
    const found = (Math.floor(contrast * 10) / 10).toFixed(1);
    const message = `is too light to be read on white: its contrast is ${found}, and has to be ${minContrast}`;
    report('invalid_format', message);
    return undefined;
  },
};

/** From 1 (white) to 21 (black). */
function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
