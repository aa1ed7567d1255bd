import { unitCodes } from './unit-code-list.ts';

/** Words in the languages of the message catalogues, without case, accents and full stops. */
const unitWords: Readonly<Record<string, string>> = {
  HUR: 'h hr hrs std hour hours stunde stunden heure heures hora horas ora ore uur uren u',
  MIN: 'min mins minute minutes minuten minuto minutos minuti minuut',
  DAY: 'd day days tag tage tagen jour jours dia dias giorno giorni gg dag dagen',
  WEE: 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken',
  MON: 'month months mo monat monate monaten mois mes meses mese mesi maand maanden',
  ANN: 'year years yr jahr jahre jahren an ans annee annees ano anos anni anno jaar jaren',
  H87: 'piece pieces pc pcs pce item items unit units stuck stk unite unites unidad unidades ud uds unidade unidades un pezzo pezzi pz stuks',
  KMT: 'km kilometer kilometers kilometre kilometres kilometro kilometros chilometro chilometri',
  KGM: 'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilogrammo chilogrammi quilograma quilogramas',
  ZP: 'page pages seite seiten pagina paginas pagine pag',
  D68: 'word words wort worter worte mot mots palabra palabras palavra palavras parola parole woord woorden',
  LS: 'flat lump pauschal pauschale forfait forfaitaire forfettario',
};

const codesByWord = new Map(
  Object.entries(unitWords).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code]),
  ),
);

const normalizeWord = (unit: string): string =>
  unit
    .normalize('NFKD')
    .replaceAll(/\p{M}|\./gu, '')
    .toLowerCase();

/** Converts a unit to a code of Recommendation 20. `word` is set for a unit without a code. */
export function unitCodeOf(unit: string | null): { code: string; word: string | null } {
  const entered = unit?.trim() ?? '';
  const code = codesByWord.get(normalizeWord(entered)) ?? (unitCodes.has(entered) ? entered : null);
  return { code: code ?? 'C62', word: code === null && entered !== '' ? entered : null };
}
