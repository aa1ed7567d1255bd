import { booleanType, enumOf } from '../../platform/input/field-types.ts';
import { inputObject, withDefault } from '../../platform/input/fields.ts';
import type { CsvOptions } from './csv-writer.ts';

export const csvSeparators = { COMMA: ',', SEMICOLON: ';', TAB: '\t' } as const;

type SeparatorName = keyof typeof csvSeparators;

const separatorNames = Object.keys(csvSeparators) as SeparatorName[];

export const csvOptionsInput = inputObject('CsvForm', 'Format of a CSV file.', {
  separator: withDefault(
    enumOf('CsvSeparator', separatorNames),
    'COMMA',
    'Separator between cells.',
  ),
  bom: withDefault(
    booleanType,
    false,
    'Start the file with a byte order mark, so that spreadsheets read it as UTF-8.',
  ),
  keepFormulas: withDefault(
    booleanType,
    false,
    'Keep texts that a spreadsheet would treat as formulas, for programs that read the file.',
  ),
});

export const toCsvOptions = ({
  bom,
  keepFormulas,
  separator,
}: {
  bom: boolean;
  keepFormulas: boolean;
  separator: SeparatorName;
}): CsvOptions => ({ bom, separator: csvSeparators[separator], keepsFormulas: keepFormulas });
