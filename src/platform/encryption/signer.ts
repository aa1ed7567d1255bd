import { createHmac } from 'node:crypto';
import { constantTimeEqual } from 'better-auth/crypto';

/** Signs with the secret of the service. Each text begins with its purpose. */
export function createSigner(secret: () => Promise<string>) {
  const sign = async (text: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url');
  return {
    sign,
    isSignatureOf: async (signature: string, text: string): Promise<boolean> =>
      constantTimeEqual(signature, await sign(text)),
  };
}

export type Signer = ReturnType<typeof createSigner>;
