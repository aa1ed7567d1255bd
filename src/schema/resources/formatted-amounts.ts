import type { FieldMap } from '@pothos/core';
import { moneyText } from '../../documents/text-formatting.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { isCurrency } from '../../platform/money/money.ts';
import { isRequiredColumn } from '../../query/model-columns.ts';
import { builder } from '../core/builder.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

type AmountRow = Record<string, Decimal | null> & {
  currency?: string;
  invoice?: { currency: string };
};

/** The database does not validate languages. */
function localeOf(language: string | null): string {
  try {
    return Intl.getCanonicalLocales(language ?? [])[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/**
 * Formats amounts as in the workspace's documents: "€1,190.00", "¥1,190".
 * @param currency selection of the currency column of the record or its invoice
 */
export function formattedAmountsField(
  t: FieldBuilder,
  model: Prisma.ModelName,
  amounts: readonly string[],
  currency: Readonly<Record<string, unknown>> = { currency: true },
): FieldMap[string] {
  const type = builder
    .objectRef<Record<string, string | null>>(`Formatted${model}Amounts`)
    .implement({
      description:
        'Amounts to show: with the currency and the digits that it has, in the language of the workspace.',
      extensions: inheritedPermissions,
      fields: (fields) =>
        Object.fromEntries(
          amounts.map((name) => [
            name,
            fields.string({
              description: `\`${name}\`, to show.`,
              nullable: !isRequiredColumn(model, name),
              resolve: (texts) => texts[name] as string,
            }),
          ]),
        ),
    });
  return computedField<AmountRow>(t, {
    type,
    description: 'Amounts as the workspace’s documents write them: "€1,190.00".',
    from: { ...Object.fromEntries(amounts.map((name) => [name, true])), ...currency },
    value: (row, { workspace: { language } }) => {
      const code = row.currency ?? row.invoice?.currency ?? '';
      const text = (name: string) => {
        const amount = row[name];
        if (!amount) return null;
        return isCurrency(code)
          ? moneyText(amount, code, localeOf(language))
          : `${amount.toFixed()} ${code}`.trim();
      };
      return Object.fromEntries(amounts.map((name) => [name, text(name)]));
    },
  });
}

export const currencyOfInvoice = { invoice: { select: { currency: true } } };

export const invoiceAmounts = [
  ...['subTotal', 'discountAmount', 'tax', 'total', 'paymentTotal', 'creditedTotal'],
  'amountDue',
];
