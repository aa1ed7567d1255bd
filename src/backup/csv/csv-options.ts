import { booleanType, enumOf } from '../../platform/input/field-types.ts';
import { inputObject, withDefault } from '../../platform/input/fields.ts';
import type { CsvOptions } from './csv-writer.ts';

/** How CSV is asked for, by a query or on the command line. */

export const csvSeparators = { COMMA: ',', SEMICOLON: ';', TAB: '\t' } as const;

type SeparatorName = keyof typeof csvSeparators;

const separatorNames = Object.keys(csvSeparators) as SeparatorName[];

export const csvOptionsInput = inputObject('CsvForm', 'How a file is written.', {
  separator: withDefault(
    enumOf('CsvSeparator', separatorNames),
    'COMMA',
    'What stands between two cells.',
  ),
  bom: withDefault(
    booleanType,
    false,
    'Begin with a mark by which spreadsheets know that the file is UTF-8.',
  ),
  keepFormulas: withDefault(
    booleanType,
    false,
    'Leave texts as they are that a spreadsheet would take for a formula, for programs that read the file.',
  ),
});

/** The form that was asked for. */
export const toCsvOptions = ({
  bom,
  keepFormulas,
  separator,
}: {
  bom: boolean;
  keepFormulas: boolean;
  separator: SeparatorName;
}): CsvOptions => ({ bom, separator: csvSeparators[separator], keepsFormulas: keepFormulas });
