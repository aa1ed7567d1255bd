/** Why a document cannot be an e-invoice. */
export interface EInvoiceFault {
  /** The field, for example "client.countryCode" or "lineItems.2.taxCategory". */
  path: string;
  /** The official rule, for example "BR-11" or "BR-DE-15". */
  rule: string;
  message: string;
}

/** A fault before its message. */
export interface Problem extends Pick<EInvoiceFault, 'path' | 'rule'> {
  /** For example "the buyer reference is missing". */
  problem: string;
  /** For example "Set it on the client." Default: from the path. */
  remedy?: string;
}

export const requireText = (
  value: string | null,
  path: string,
  rule: string,
  name: string,
): Problem[] => (value?.trim() ? [] : [{ path, rule, problem: `the ${name} is missing` }]);

export const problemIf = (isBroken: boolean, problem: Problem): Problem[] =>
  isBroken ? [problem] : [];
