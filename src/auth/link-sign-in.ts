export interface LinkSignIn {
  email: string;
  /** Null for every workspace of the person. */
  onlyIn: number | null;
  /** Undefined if others may have had the link. */
  provenAt?: Date;
  leadsTo?: string;
}

/** Internal, from the router to the hooks. */
export const linkSignInHeader = 'x-entered-by-link';

export const formatLinkSignIn = ({
  onlyIn,
  provenAt,
}: Pick<LinkSignIn, 'onlyIn' | 'provenAt'>): string =>
  `${onlyIn ?? ''} ${provenAt?.toISOString() ?? ''}`;

export interface NewSessionFields {
  addressProvenAt: Date | null;
  onlyIn: number | null;
}

export function parseLinkSignIn(request: Request | undefined): NewSessionFields | undefined {
  const header = request?.headers.get(linkSignInHeader) ?? undefined;
  if (header === undefined) return undefined;
  // HTTP trims the header: parts are recognized by their form.
  const parts = header.split(' ');
  const provenAt = parts.find((part) => part.includes('T'));
  const onlyIn = parts.find((part) => /^\d+$/.test(part));
  return {
    addressProvenAt: provenAt === undefined ? null : new Date(provenAt),
    onlyIn: onlyIn === undefined ? null : Number(onlyIn),
  };
}
