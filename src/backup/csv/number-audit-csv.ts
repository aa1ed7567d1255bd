import type { NumberAudit } from '../../domain/accounting/number-audit.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import type { CsvOptions } from './csv-writer.ts';
import { formatCsv } from './csv-writer.ts';

const headers = ['kind', 'series', 'period', 'first', 'last', 'count', 'drafts', 'voided', 'day'];

/** One row for each counter, gap, voided invoice, and manually chosen number. */
export function numberAuditCsv(
  { chosen, series, voids }: NumberAudit,
  options: CsvOptions,
): string {
  const empty = (count: number) => Array<null>(count).fill(null);
  const counterRows = series.map(({ count, drafts, first, last, period, series: of, voided }) => [
    ...['SERIES', of, period, first, last, String(count), String(drafts), String(voided)],
    ...empty(2),
  ]);
  const gapRows = series.flatMap(({ gaps: missing, period, series: of }) =>
    missing.map(({ first, last }) => [
      ...['GAP', of, period, String(first), String(last), String(last - first + 1)],
      ...empty(4),
    ]),
  );
  const voidRows = voids.map(({ dateIssued, number, reason, voidedOn }) => {
    const day = voidedOn ?? dateIssued;
    return ['VOID', null, null, number, number, '1', ...empty(2), day && formatDate(day), reason];
  });
  const chosenRows = chosen.map((number) => [
    ...['CHOSEN', null, null, number, number, '1'],
    ...empty(4),
  ]);
  return formatCsv(
    [[...headers, 'reason'], ...counterRows, ...gapRows, ...voidRows, ...chosenRows],
    options,
  );
}
