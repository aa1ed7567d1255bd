import type { z } from 'zod';
import type { Context } from '../context/context.ts';
import type { ClientGeneratedIdType } from '../context/write-state.ts';
import type { ActionError } from '../errors/action-error.ts';
import type { ErrorCode } from '../errors/error-catalogue.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import type { UpdateMode } from '../input/update-input.ts';
import type { PermissionArea } from '../permissions/permissions.ts';

/** The field of the input that can be the whole body, with another media type than JSON. The other fields are in the query. */
export interface FileBody {
  field: string;
  maxMegabytes: number;
}

export interface RestDeclaration {
  /** Path below `/public/action`, without a leading slash. */
  path: string;
  /** Default: POST. For creates and commands. */
  method?: 'PATCH';
  /** Default: the name of the operation. */
  operationId?: string;
  /** Default: the operation's name split into words. */
  summary?: string;
  /** For REST only: names of fields, status codes. */
  details?: string;
  /** Example input without `id`, and output fields that differ from the resource's example. */
  example?: { input?: object; output?: object };
  /** The type of the id that the caller may choose, if the operation returns another record. */
  creates?: ClientGeneratedIdType;
  /** False for an update whose response is no valid input of a PUT. */
  hasPut?: false;
  fileBody?: FileBody;
  /** Whether the response shows stored values, which requires the scope `read`. Default: true for a command. */
  returnsStored?: boolean;
  /** Locks records that bulk items reference by other fields than `id`. */
  lockFirst?: (context: Context, bodies: readonly unknown[]) => Promise<void>;
}

/** A problem that does not prevent the operation. */
export interface OperationWarning {
  /** The field that it is about. */
  path: string;
  code: string;
  message: string;
}

/** `run` returns it in addition to `record`. It is only in the first response. */
export interface SecretDeclaration {
  name: string;
  description: string;
}

interface Declaration {
  description: string;
  secret?: SecretDeclaration;
  /** Description of the `warnings` that `run` returns in addition to the record. */
  warnings?: string;
  /** Errors in addition to those that follow from the kind and from the ids in the input. */
  errors?: readonly ErrorCode[];
  /** Default: the record of the table. */
  record?: RecordModel;
  /** The record that the input describes, if it is not the returned one. */
  inputRecord?: RecordModel;
  /** Areas of other records that the operation writes. */
  alsoWrites?: readonly PermissionArea[];
  /** Areas of the records from which the operation copies values. */
  alsoReads?: readonly PermissionArea[];
  /** Undefined if only GraphQL has the operation. */
  rest?: RestDeclaration;
}

type Run = (context: Context, input: never) => Promise<object>;

/** The caller may choose the id. */
interface CreateOperation extends Declaration {
  kind: 'create';
  input: z.ZodObject;
  run: Run;
}

/** Makes two operations: one keeps omitted fields, the other resets them. */
export interface UpdateOperation extends Omit<Declaration, 'description'> {
  kind: 'update';
  input: z.ZodObject;
  /** False if the workspace has only one record of the type. */
  hasId?: false;
  run: (context: Context, input: never, mode: UpdateMode) => Promise<object>;
}

interface RecordOperation extends Declaration {
  kind: 'record';
  input?: z.ZodObject;
  run: Run;
}

interface CommandOperation extends Declaration {
  kind: 'command';
  input: z.ZodObject;
  /** Whether the caller may expect a version. */
  takesVersion?: true;
  /** It sends a request to another server, so it runs outside of a transaction. */
  isExternal?: true;
  run: Run;
}

export interface DeleteOperation extends Declaration {
  kind: 'delete';
  input?: z.ZodObject;
  run: (context: Context, input: { id: unknown }) => Promise<string>;
}

/** Creates many records in GraphQL. REST has one `bulk` route for all operations. */
export interface BulkOperation extends Omit<Declaration, 'errors' | 'rest'> {
  kind: 'bulk';
  input: z.ZodObject;
  /** The operation of one item. It has the result and the errors of an item. */
  itemOperation: string;
  run: (
    context: Context,
    input: never,
  ) => Promise<({ record: object; error: null } | { record: null; error: ActionError })[]>;
}

type Operation =
  | CreateOperation
  | UpdateOperation
  | RecordOperation
  | CommandOperation
  | DeleteOperation
  | BulkOperation;

export type Named<T extends Operation = Operation> = T & { name: string; record: RecordModel };

export type OperationTable = readonly Named[];

/** The required permissions are derived from the record's area. */
export const defineOperations = (
  record: RecordModel,
  operations: Readonly<Record<string, Operation>>,
): OperationTable =>
  Object.entries(operations).map(([name, operation]) => ({ record, ...operation, name }));
