import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, truncateText } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { countryCode } from '../../platform/input/e-invoice-fields.ts';
import { email } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { ReceivedExpense } from '../received-invoices/received-expense.ts';
import { vendorConstraints } from '../vendors/rules.ts';
import { iban } from '../workspaces/bank-account.ts';

interface Candidate {
  id: string;
  name: string;
  taxId: string | null;
  iban: string | null;
  byTaxId: boolean;
  byIban: boolean;
  byLegalId: boolean;
  byName: boolean;
}

export interface FoundVendor extends Pick<Candidate, 'id' | 'name' | 'iban'> {
  isFoundByName: boolean;
}

export type ExpenseVendor = Pick<FoundVendor, 'id' | 'name'>;

const criteria = ['byTaxId', 'byIban', 'byLegalId', 'byName'] as const;

/** Numbers are written with and without blanks, dots and hyphens. */
const compact = (text: string | null): string => (text ?? '').toUpperCase().replace(/[\s./-]/g, '');

const compactSql = (column: Prisma.Sql) =>
  Prisma.sql`regexp_replace(upper(${column}), '[[:space:]./-]', '', 'g')`;

const isVatId = (text: string) => /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(text);

/** @throws ActionError record_not_found */
export const resolveVendorId = ({ names }: Context, id: string | null) =>
  resolveReference(names, 'vendor', { id, nameField: 'vendor', idField: 'vendorId' });

/**
 * Finds the vendor by VAT id, then by IBAN, legal id and exact name. A vendor with another VAT id does not match, because companies of
 * a group share accounts and names.
 * @returns undefined for a new vendor
 * @throws ActionError record_not_found, conflicting_state if several vendors match
 */
export async function findVendor(
  context: Context,
  { payment, seller }: ReceivedExpense,
  vendorId: string | null,
): Promise<FoundVendor | undefined> {
  const chosenId = await resolveVendorId(context, vendorId);
  const vatId = compact(seller.vatId);
  const equals = (column: Prisma.Sql, value: string) =>
    value === ''
      ? Prisma.sql`false`
      : Prisma.sql`coalesce(${compactSql(column)} = ${value}, false)`;
  const candidates = await context.db.$queryRaw<Candidate[]>`
    SELECT * FROM (SELECT v.id, v.name, v."taxId", v.iban, ${equals(Prisma.sql`v."taxId"`, vatId)} AS "byTaxId",
      ${equals(Prisma.sql`v.iban`, compact(payment.iban))} AS "byIban",
      ${equals(Prisma.sql`v."legalId"`, compact(seller.legalId))} AS "byLegalId", v.name = ${seller.name} AS "byName"
      FROM "Vendor" v WHERE v."accountId" = ${context.accountId}) c
    WHERE c.id = ${chosenId} OR (${chosenId}::text IS NULL AND (c."byTaxId" OR c."byIban" OR c."byLegalId" OR c."byName"))
    ORDER BY c.id`;
  const [chosen] = candidates;
  if (chosen && chosenId !== null) return { ...chosen, isFoundByName: false };
  const hasOtherVatId = ({ taxId }: Candidate) =>
    vatId !== '' && isVatId(compact(taxId)) && compact(taxId) !== vatId;
  for (const criterion of criteria) {
    const matches = candidates.filter((each) => each[criterion] && !hasOtherVatId(each));
    if (matches.length > 1) throw ambiguousVendorError(matches);
    const [match] = matches;
    if (match) return { ...match, isFoundByName: criterion === 'byName' };
  }
  const namesake = candidates.find(({ byName }) => byName);
  if (namesake) throw namesakeError(namesake, seller.vatId);
  return undefined;
}

function ambiguousVendorError(vendors: readonly Candidate[]): ActionError {
  const names = vendors.map(({ id, name }) => `${name} (${id})`).join(', ');
  const message = `Several vendors match the invoice: ${names}. Send vendorId.`;
  return new ActionError('conflicting_state', message, {
    errors: vendors.map(({ id, name }) => ({
      ...{ path: 'vendorId', code: 'ambiguous', message: `can be ${id}, ${name}` },
    })),
  });
}

function namesakeError({ id, name, taxId }: Candidate, vatId: string | null): ActionError {
  const message = `The vendor ${name} (${id}) has the tax id ${taxId}, the invoice has ${vatId}. Send vendorId, or change the vendor.`;
  return new ActionError('conflicting_state', message, {
    errors: [{ path: 'vendorId', code: 'disagrees', message: `is not ${id}: its tax id differs` }],
  });
}

/** Returns null if a vendor cannot have the value. */
const validOrNull = <T>(type: FieldType<T>, value: string | null): T | null =>
  (value !== null && type.read(value, () => undefined)) || null;

/** Only creates vendors. A forged file cannot replace the account of an existing vendor. */
export function insertVendor(
  tx: WriteContext,
  { payment, seller }: ReceivedExpense,
): ExpenseVendor {
  const shorten = (text: string | null, length: number) => text && truncateText(text, length);
  const address = seller.address && `Address: ${seller.address}`;
  return tx.insert(
    'Vendor',
    {
      ...{ id: newId('Vendor'), name: seller.name, taxId: shorten(seller.vatId, 255) },
      ...{ phone: shorten(seller.phone, 255), email: validOrNull(email, seller.email) },
      legalId: shorten(seller.legalId, 100),
      countryCode: validOrNull(countryCode, seller.countryCode),
      iban: validOrNull(iban, payment.iban),
      notes: shorten(address, 2_000),
    },
    vendorConstraints,
  );
}
