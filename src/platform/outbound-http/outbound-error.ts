import { ActionError } from '../errors/action-error.ts';

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

/** Expected errors of a receiver are returned unchanged. */
export function toOutboundError(error: unknown): OutboundError | ActionError {
  if (error instanceof OutboundError || error instanceof ActionError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutboundError('dns', 'The host name could not be resolved.');
  if (tlsCodes.test(code)) return new OutboundError('tls', `The TLS connection failed: ${code}.`);
  return new OutboundError('connection', `The connection failed: ${code || message}.`);
}
