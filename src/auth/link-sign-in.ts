/** A sign-in with a link: an invitation or a portal link. */
export interface LinkSignIn {
  email: string;
  /** The only workspace that the session opens. Null: every workspace of the person. */
  onlyIn: number | null;
  /** When the person proved to read mail of the address. Undefined if others may have had the link. */
  provenAt?: Date;
  /** The URL to redirect to. */
  leadsTo?: string;
}

/** The router sets this header when a person signs in with a link. {@link formatLinkSignIn} writes its value. */
export const linkSignInHeader = 'x-entered-by-link';

export const formatLinkSignIn = ({
  onlyIn,
  provenAt,
}: Pick<LinkSignIn, 'onlyIn' | 'provenAt'>): string =>
  `${onlyIn ?? ''} ${provenAt?.toISOString() ?? ''}`;

/** The fields of a new session that depend on how its person signed in. */
export interface NewSessionFields {
  addressProvenAt: Date | null;
  onlyIn: number | null;
}

/** Parses {@link linkSignInHeader}. Returns undefined without the header. */
export function parseLinkSignIn(request: Request | undefined): NewSessionFields | undefined {
  const header = request?.headers.get(linkSignInHeader) ?? undefined;
  if (header === undefined) return undefined;
  // HTTP trims the header, so the parts are told apart by their form: only a time contains a T.
  const parts = header.split(' ');
  const provenAt = parts.find((part) => part.includes('T'));
  const onlyIn = parts.find((part) => /^\d+$/.test(part));
  return {
    addressProvenAt: provenAt === undefined ? null : new Date(provenAt),
    onlyIn: onlyIn === undefined ? null : Number(onlyIn),
  };
}
