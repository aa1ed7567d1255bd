/** A broken rule, still without the name of the document and its format. */
export interface Problem {
  /** The field, for example "client.countryCode" or "lineItems.2.taxCategory". */
  path: string;
  /** The official rule, for example "BR-11" or "BR-DE-15". */
  rule: string;
  /** For example "the buyer reference is missing". */
  problem: string;
  /** For example "Set it on the client." Default: `remedyFor` the path. */
  remedy?: string;
}

/** Why a document cannot be an e-invoice. */
export interface EInvoiceFault extends Pick<Problem, 'path' | 'rule'> {
  /** For example "This invoice cannot be an XRechnung". */
  opening: string;
  /** For example "the buyer reference is missing (client.buyerReference)". */
  detail: string;
  /** The opening, the detail and the remedy. */
  message: string;
}

/** Includes the remedy if there is only one fault. */
export function describeFaults(faults: readonly EInvoiceFault[]): string {
  const [first, ...others] = faults;
  if (first && others.length === 0) return first.message;
  return `${first?.opening}: ${faults.map(({ detail }) => detail).join('; ')}.`;
}

export const problemIfBlank = (
  value: string | null,
  path: string,
  rule: string,
  name: string,
): Problem[] => (value?.trim() ? [] : [{ path, rule, problem: `the ${name} is missing` }]);

export const problemIf = (isBroken: boolean, problem: Problem): Problem[] =>
  isBroken ? [problem] : [];
