export type OutboundErrorCode = 'blocked' | 'dns' | 'tls' | 'timeout' | 'connection';

/** A request failed before a complete response arrived. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const tlsCodes = /CERT|_SIGNATURE|^ERR_(SSL|TLS)|EPROTO/;

export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutboundError('dns', 'The host name could not be resolved.');
  if (tlsCodes.test(code)) return new OutboundError('tls', `The TLS connection failed: ${code}.`);
  return new OutboundError('connection', `The connection failed: ${code || message}.`);
}
