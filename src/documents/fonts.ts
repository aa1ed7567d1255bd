import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font } from 'fontkit';
import { create } from 'fontkit';
import { familyOf, fontFolder } from './font-letters.ts';

export type FontStyle = 'regular' | 'bold' | 'italic';

const read = new Map<string, Font>();

/** Asks a font for its letters in the order in which they stand, one way or the other; without it the font decides. */
interface Directed {
  direction: 'ltr' | 'rtl';
}

/** The file of a family's style, and whether that has to be drawn bolder than it is. */
export function fileOfStyle(family: string, style: FontStyle): { file: string; isThin: boolean } {
  const { styles } = familyOf(family);
  const own = styles[style];
  return { file: own ?? styles.regular, isThin: style === 'bold' && own === undefined };
}

function fontOf(file: string): Font {
  const known = read.get(file);
  if (known) return known;
  const font = create(readFileSync(join(fontFolder, file)));
  read.set(file, font);
  return font;
}

/**
 * A font for one document. Its file is read, and its tables are taken apart, once for all documents, which takes several
 * times as long as a document itself. What fontkit notes of each glyph is the document's own: one that was met as a part
 * of another, the Æ of an Ǽ, would stand for no letter in the text of every document after it. Where letters are asked for
 * with a direction ({@link Directed} in place of features), they are put in it whatever they are.
 */
export function documentFont(file: string): Font {
  const font: Font = Object.create(fontOf(file), {
    _glyphs: { value: {}, writable: true },
    layout: {
      value: (text: string, features?: unknown) => {
        const { direction } = (features ?? {}) as Partial<Directed>;
        const { layout } = Object.getPrototypeOf(font) as Font;
        return direction
          ? layout.call(font, text, undefined, undefined, undefined, direction)
          : layout.call(font, text, features);
      },
    },
  });
  return font;
}
