import type { Ticket } from '../../generated/prisma/client.ts';
import type { TicketStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { isEmptyValue, parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { write } from '../../write/write.ts';
import { setTicketStatusInput, updateTicketInput } from './fields.ts';
import { lockTicket } from './lock-ticket.ts';

/**
 * Updates a ticket. A patch keeps omitted fields; a replacement resets them, except the status.
 * @throws ActionError id_missing, record_not_found, invalid_input
 */
export const updateTicket = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTicketInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(
    context,
    { model: 'Ticket', schema: updateTicketInput, input, mode },
    (tx, { status, ...change }, current) => ({
      ...change,
      ...(status && statusColumns(tx, current, status)),
    }),
  );

/**
 * Changes only the status of the ticket with an id or a number.
 * @throws ActionError id_missing, invalid_input, record_not_found
 */
export const setTicketStatus = (
  context: Context,
  input: InputOf<typeof setTicketStatusInput>,
): Promise<Ticket> =>
  write(context, async (tx) => {
    if (isEmptyValue((input as typeof input | null)?.ticketNumber)) requireId(input);
    const { id, ticketNumber, status } = await parseOrCollectErrors(
      () => parseInput(setTicketStatusInput, input),
      (rest) => [lockTicket(tx, rest)],
    );
    const ticket = await lockTicket(tx, { id, ticketNumber });
    if (!ticket) throw new TypeError('A ticket without id and number was not refused.');
    return tx.update('Ticket', ticket, statusColumns(tx, ticket, status));
  });

const closedStatuses: readonly TicketStatus[] = ['RESOLVED', 'CLOSED'];

const statusColumns = ({ now }: Context, { closedAt }: Ticket, status: TicketStatus) => ({
  status,
  closedAt: closedStatuses.includes(status) ? (closedAt ?? now) : null,
});
