/** VAT numbers of the European Union and the United Kingdom, with country code. */
const vatNumber =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{8,12}$/;

/** Removes blanks, dots and hyphens. Returns null if the number is no VAT identifier. */
export function vatIdOf(taxId: string | null | undefined): string | null {
  const plain = taxId?.replaceAll(/[\s.-]/g, '').toUpperCase() ?? '';
  return vatNumber.test(plain) ? plain : null;
}
