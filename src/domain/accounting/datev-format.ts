import { byteOf, toWindows1252 } from './windows-1252.ts';

/** DATEV format "Buchungsstapel": header version 700, category 21, version 13. Not certified. */

const pairs = (kind: string, content: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => [
    `${kind} ${index + 1}`,
    `${content} ${index + 1}`,
  ]).flat();

export const datevColumns: readonly string[] = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
  ],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum'],
  ...['Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre'],
  ...['Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID'],
  ...['EU-Steuersatz', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr'],
  ...['Zugeordnete Fälligkeit', 'Skontotyp', 'Auftragsnummer', 'Buchungstyp'],
  ...['USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)'],
  ...['EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID'],
  ...['KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung'],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)'],
  ...['Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
];

export interface DatevRow {
  /** Positive, with two decimals: "1190.00". */
  amount: string;
  /** S: `account` is debited. H: `account` is credited. */
  side: 'S' | 'H';
  currency: string;
  account: number;
  contraAccount: number;
  /** BU-Schlüssel. Null if the account implies the tax. */
  taxKey: string | null;
  /** YYYY-MM-DD */
  date: string;
  /** Invoice number. */
  document: string;
  /** YYYY-MM-DD */
  dueDate: string | null;
  text: string;
}

/** Dates are YYYY-MM-DD. */
export interface DatevHeader {
  createdAt: Date;
  consultantNumber: number;
  clientNumber: number;
  fiscalYearStart: string;
  accountLength: number;
  from: string;
  to: string;
  label: string;
  currency: string;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const digitsOf = (day: string) => day.replaceAll('-', '');
const dayAndMonth = (day: string) => `${day.slice(8)}${day.slice(5, 7)}`;

const textOf = (text: string, length: number) =>
  quoted(
    toWindows1252(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .slice(0, length),
  );

/** Allowed characters of Belegfeld 1. */
const documentOf = (number: string) => number.replace(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36);

function cellsOf(row: DatevRow): Readonly<Record<string, string>> {
  const { account, amount, contraAccount, currency, date, document, dueDate, side, taxKey, text } =
    row;
  return {
    'Umsatz (ohne Soll/Haben-Kz)': amount.replace('.', ','),
    'Soll/Haben-Kennzeichen': quoted(side),
    'WKZ Umsatz': quoted(currency),
    Konto: String(account),
    'Gegenkonto (ohne BU-Schlüssel)': String(contraAccount),
    'BU-Schlüssel': taxKey === null ? '' : quoted(taxKey),
    Belegdatum: dayAndMonth(date),
    'Belegfeld 1': quoted(documentOf(document)),
    'Belegfeld 2': dueDate === null ? '' : quoted(`${dayAndMonth(dueDate)}${dueDate.slice(2, 4)}`),
    Buchungstext: textOf(text, 60),
    Festschreibung: '0',
  };
}

function headerOf(header: DatevHeader): string {
  const { accountLength, clientNumber, consultantNumber, currency, from, label, createdAt, to } =
    header;
  const cells = [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13'],
    createdAt.toISOString().replace(/\D/g, ''),
    ...['', quoted('AG'), quoted(''), quoted('')],
    ...[String(consultantNumber), String(clientNumber)],
    ...[digitsOf(header.fiscalYearStart), String(accountLength), digitsOf(from), digitsOf(to)],
    // Financial accounting, not locked.
    ...[textOf(label, 30), quoted(''), '1', '0', '0', quoted(currency)],
    ...['', quoted(''), '', '', quoted(''), '', '', quoted(''), quoted('')],
  ];
  return cells.join(';');
}

export function formatDatevFile(header: DatevHeader, rows: readonly DatevRow[]): string {
  const lines = rows.map((row) => {
    const cells = cellsOf(row);
    return datevColumns.map((column) => cells[column] ?? '').join(';');
  });
  return [headerOf(header), datevColumns.join(';'), ...lines].map((line) => `${line}\r\n`).join('');
}

/** Unknown characters become question marks. */
export function encodeWindows1252(text: string): Buffer {
  const bytes = Array.from(toWindows1252(text), (character) => byteOf(character) ?? 0x3f);
  return Buffer.from(bytes);
}
