import type { Invoice } from '../../generated/prisma/client.ts';
import { text } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';

/** EN 16931 (BT-10 and BT-13). */
export const buyerReferenceFields = {
  buyerReference: nullable(text()),
  orderNumber: nullable(text()),
};

type BuyerReferences = Pick<Invoice, keyof typeof buyerReferenceFields>;

export const buyerReferencesOf = ({
  buyerReference,
  orderNumber,
}: BuyerReferences): BuyerReferences => ({ buyerReference, orderNumber });
