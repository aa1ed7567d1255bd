import type { FieldMap } from '@pothos/core';
import { connectionType } from './connection-types.ts';
import { unusedResolver } from './declared-fields.ts';
import type { ReadExtensions } from './field-reads.ts';
import { connectionComplexity } from './page-arguments.ts';

export interface ConnectionFieldBuilder {
  // biome-ignore lint/suspicious/noExplicitAny: the plugin types each model apart; one field serves all
  prismaConnection(options: any, connection: any): any;
}

export const changesField = (t: ConnectionFieldBuilder): FieldMap[string] =>
  t.prismaConnection(
    {
      type: 'LogEntry',
      cursor: 'accountId_place',
      nullable: true,
      description:
        'Audit entries of the record, newest first: the actor, the operation, and the values before and after as long as they are stored. Null with an error for members and contacts of clients.',
      complexity: connectionComplexity,
      extensions: {
        read: { kind: 'changes' },
        requiresUnrestrictedAccess: true,
      } satisfies ReadExtensions,
      resolve: unusedResolver,
    },
    connectionType('LogEntry'),
  );
