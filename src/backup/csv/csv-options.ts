import { defaulted, inputObject } from '../../platform/input/fields.ts';
import { flag, oneOf } from '../../platform/input/field-types.ts';
import type { CsvForm } from './csv-writer.ts';

/** How CSV is asked for, by a query or on the command line. */

export const csvSeparators = { COMMA: ',', SEMICOLON: ';', TAB: '\t' } as const;

type SeparatorName = keyof typeof csvSeparators;

const separatorNames = Object.keys(csvSeparators) as SeparatorName[];

export const csvFormInput = inputObject('CsvForm', 'How a file is written.', {
  separator: defaulted(
    oneOf('CsvSeparator', separatorNames),
    'COMMA',
    'What stands between two cells.',
  ),
  bom: defaulted(
    flag,
    false,
    'Begin with a mark by which spreadsheets know that the file is UTF-8.',
  ),
  keepFormulas: defaulted(
    flag,
    false,
    'Leave texts as they are that a spreadsheet would take for a formula, for programs that read the file.',
  ),
});

/** The form that was asked for. */
export const csvFormOf = ({
  bom,
  keepFormulas,
  separator,
}: {
  bom: boolean;
  keepFormulas: boolean;
  separator: SeparatorName;
}): CsvForm => ({ bom, separator: csvSeparators[separator], keepsFormulas: keepFormulas });
