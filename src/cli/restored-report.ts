import type { RestoreResult } from '../backup/index.ts';
import { commandName } from '../config/config.ts';
import type { CliContext } from './command.ts';

type Mail = RestoreResult['mail'];

interface Restored {
  mail: Pick<Mail, 'held' | 'unconfirmed'> & Partial<Mail>;
  disabledWebhookEndpoints: number;
}

/** Prints what a restore or an import holds, and how to release it. */
export function reportHeldParts(
  cli: CliContext,
  { disabledWebhookEndpoints, mail }: Restored,
): void {
  const program = commandName();
  const { held, released = 0, superseded = 0, unconfirmed } = mail;
  if (held > released + superseded) {
    cli.print(
      `${held} queued e-mails are held: see /outbox, or \`${program} mail held\` and \`${program} mail release\`.`,
    );
  } else if (held > 0) cli.print(`${released} queued e-mails will be sent.`);
  if (unconfirmed > 0) {
    cli.print(`${unconfirmed} e-mails were being sent and may have been delivered: see /outbox.`);
  }
  if (disabledWebhookEndpoints > 0) {
    cli.print(
      `${disabledWebhookEndpoints} webhook endpoints are disabled: \`${program} webhooks release\` enables them.`,
    );
  }
}
