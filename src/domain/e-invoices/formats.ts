import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';

export type { EInvoiceFormat };

interface Specification {
  /** BT-24. */
  customization: string;
  /** BT-23. */
  profile: string | null;
}

const en16931 = 'urn:cen.eu:en16931:2017';
const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

const xRechnung: Specification = {
  customization: `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  profile: billing,
};

export const specifications: Readonly<Record<EInvoiceFormat, Specification>> = {
  PEPPOL_UBL: {
    customization: `${en16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    profile: billing,
  },
  XRECHNUNG_UBL: xRechnung,
  XRECHNUNG_CII: xRechnung,
  EN16931_CII: { customization: en16931, profile: null },
  FACTUR_X: { customization: en16931, profile: null },
};

/** A Factur-X PDF contains the CII. */
export const xmlFormatOf = (format: EInvoiceFormat) =>
  format === 'FACTUR_X' ? 'EN16931_CII' : format;

export const mediaTypeOf = (format: EInvoiceFormat): string =>
  format === 'FACTUR_X' ? 'application/pdf' : 'application/xml';
