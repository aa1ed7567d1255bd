/** Characters from 0x80 on. Windows-1252 leaves five codes free, which are spaces here. */
const beyondLatin = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

export function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const index = beyondLatin.indexOf(character);
  return index === -1 ? undefined : 0x80 + index;
}

/** Letters that Unicode does not decompose, with their Latin spelling. */
const letters: ReadonlyMap<string, string> = new Map(
  [
    'Ł L ł l Đ D đ d Ħ H ħ h Ŧ T ŧ t Ŋ N ŋ n ı i ĸ k Ə E ə e ẞ ß ſ s',
    'А A Б B В V Г G Ґ G Д D Е E Є Ye Ж Zh З Z И I І I К K Л L М M Н N О O П P Р R С S Т T У U Ф F Х Kh Ц Ts Ч Ch Ш Sh Щ Shch Ы Y Э E Ю Yu Я Ya',
    'Ђ Dj Ј J Љ Lj Њ Nj Ћ C Џ Dz',
    'Α A Β V Γ G Δ D Ε E Ζ Z Η I Θ Th Ι I Κ K Λ L Μ M Ν N Ξ X Ο O Π P Ρ R Σ S ς s Τ T Υ Y Φ F Χ Ch Ψ Ps Ω O',
  ].flatMap((line) =>
    Array.from(line.matchAll(/(\S+) (\S+)/g)).flatMap(([, letter = '', latin = '']) => [
      [letter, latin] as const,
      [letter.toLowerCase(), latin.toLowerCase()] as const,
    ]),
  ),
);

const hasByte = (character: string) => byteOf(character) !== undefined;

function spelling(character: string): string {
  const parts = Array.from(character.normalize('NFKD').replace(/[\p{M}ЪъЬь]/gu, ''));
  return parts.map((part) => (hasByte(part) ? part : (letters.get(part) ?? '?'))).join('');
}

/** Replaces characters that Windows-1252 lacks: "Łódź" becomes "Lódz". Without a Latin spelling: "?". */
export const toWindows1252 = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) =>
    hasByte(character) ? character : spelling(character),
  ).join('');
