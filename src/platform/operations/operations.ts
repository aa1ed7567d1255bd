import type { z } from 'zod';
import type { Context } from '../context/context.ts';
import type { ClientGeneratedIdType } from '../context/write-state.ts';
import type { ActionError } from '../errors/action-error.ts';
import type { ErrorCode } from '../errors/error-catalogue.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import type { UpdateMode } from '../input/update-input.ts';
import type { PermissionArea } from '../permissions/permissions.ts';

/** The REST route of an operation. */
export interface RestDeclaration {
  /** Below `/public/action`, without a leading slash. */
  path: string;
  /** Default: the name of the operation. */
  operationId?: string;
  /** Title in the OpenAPI document. Default: the words of the operation's name. */
  summary?: string;
  /** What only callers of REST need to know: the names of its fields, its status codes. */
  details?: string;
  /** Example input without `id`, and the fields of the returned record that differ from the resource's example. */
  example?: { input?: object; output?: object };
  /** The type of the id that the caller may choose, if the operation returns another record. */
  creates?: ClientGeneratedIdType;
  /** Whether a create returns stored values, which only callers with the scope `read` may see. */
  returnsStored?: true;
  /** Locks the records that the bodies of a bulk request name otherwise than by `id`. */
  lockFirst?: (context: Context, bodies: readonly unknown[]) => Promise<void>;
}

interface Declaration {
  description: string;
  /** Errors in addition to those that follow from the kind and from the ids in the input. */
  errors?: readonly ErrorCode[];
  /** The returned record. Default: the record of the table. */
  record?: RecordModel;
  /** The record that the input describes, if it is not the returned one. */
  inputRecord?: RecordModel;
  /** Areas of records that it writes in addition to its record. */
  alsoWrites?: readonly PermissionArea[];
  /** Areas of records whose values it copies into the records that it writes. */
  alsoReads?: readonly PermissionArea[];
  /** Without it, the operation is only in GraphQL. */
  rest?: RestDeclaration;
}

type Run = (context: Context, input: never) => Promise<object>;

/** Creates a record. The caller may choose its id. */
interface CreateOperation extends Declaration {
  kind: 'create';
  input: z.ZodObject;
  run: Run;
}

/** Updates a record: one operation keeps omitted fields, the other one resets them. */
export interface UpdateOperation extends Omit<Declaration, 'description'> {
  kind: 'update';
  input: z.ZodObject;
  /** False if the workspace has only one record of the type. */
  hasId?: false;
  run: (context: Context, input: never, mode: UpdateMode) => Promise<object>;
}

/** Does something with the record whose id the input contains. The caller may expect a version of it. */
interface RecordOperation extends Declaration {
  kind: 'record';
  /** The fields in addition to the id. */
  input?: z.ZodObject;
  run: Run;
}

/** Any other command that returns a record. */
interface CommandOperation extends Declaration {
  kind: 'command';
  input: z.ZodObject;
  /** Whether the caller may expect a version of the record that it changes. */
  takesVersion?: true;
  run: Run;
}

/** Deletes the record whose id the input contains, and returns its id. */
export interface DeleteOperation extends Declaration {
  kind: 'delete';
  /** The fields in addition to the id. */
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

/** The operations of one resource, in the order of their declaration. */
export type OperationTable = readonly Named[];

/** Declares the operations of a resource. Their permissions follow from the area of the record. */
export const defineOperations = (
  record: RecordModel,
  operations: Readonly<Record<string, Operation>>,
): OperationTable =>
  Object.entries(operations).map(([name, operation]) => ({ record, ...operation, name }));
