/** ISO 7064, MOD 97-10: a letter counts as two digits, A as 10. */
export function hasMod97CheckDigits(lettersAndDigits: string): boolean {
  const digits = lettersAndDigits.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

const leitwegId = /^(\d{2,12})(-[A-Z0-9]{1,30})?-(\d{2})$/;

/** The routing number of German authorities, for example "04011000-1234512345-06". */
export const isLeitwegId = (entered: string): boolean =>
  leitwegId.test(entered) && hasMod97CheckDigits(entered.replaceAll('-', ''));

/** Global Location Number: 13 digits, the last is the check digit. */
export function isGln(entered: string): boolean {
  if (!/^\d{13}$/.test(entered)) return false;
  const sum = [...entered].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
