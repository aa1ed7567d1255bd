import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { ClientGeneratedIdType } from '../../platform/context/write-state.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { text } from '../../platform/input/field-types.ts';
import { inputObject, required } from '../../platform/input/fields.ts';
import {
  isExternal,
  operationErrorCodes,
  takesClientGeneratedId,
  takesVersion,
} from '../../platform/operations/operation-errors.ts';
import type {
  DeleteOperation,
  Named,
  OperationTable,
  RestDeclaration,
} from '../../platform/operations/operations.ts';
import { nounOf } from '../../platform/records/record-not-found.ts';
import { withIndefiniteArticle } from '../../platform/text/article.ts';
import type { RestErrorCode } from './error-samples.ts';
import { errorSamples } from './error-samples.ts';
import type { FieldNames } from './field-names.ts';
import { toRestInputSchema } from './field-names.ts';
import type { OperationTag } from './operation-tags.ts';
import type { WriteResponse, WrittenRecord } from './record-responses.ts';
import type { Route, RouteDescription } from './route.ts';
import { defineDeleteRoute } from './route.ts';
import { secretResponse } from './secret-responses.ts';
import { definePatchRoute, defineRecordRoute, defineUpdateRoutes } from './update-routes.ts';
import { warningsResponse } from './warning-responses.ts';
import { defineWriteRoute } from './write-routes.ts';

/** How REST returns the records of a resource. */
export interface RecordForm {
  response: WriteResponse<WrittenRecord>;
  example: { id: string };
}

interface Resource {
  tag: OperationTag;
  /** Fields that have other names in REST. */
  names?: FieldNames;
  records: Partial<Record<RecordModel, RecordForm>>;
  /** Operations that return their record in another form than the other operations. */
  responses?: Readonly<Record<string, RecordForm>>;
}

/** Builds the routes of the operations that declare `rest`, except bulk ones. */
export const defineOperationRoutes = (table: OperationTable, resource: Resource): Route[] =>
  table.flatMap((operation) =>
    operation.kind === 'bulk' || !operation.rest
      ? []
      : routesOf(operation, operation.rest, operationErrorCodes(operation, table), resource),
  );

type RestOperation = Exclude<Named, { kind: 'bulk' }>;

function routesOf(
  operation: RestOperation,
  rest: RestDeclaration,
  codes: readonly string[],
  { tag, names: allNames = {}, records, responses = {} }: Resource,
): Route[] {
  const { kind, name, record, input } = operation;
  const form = responses[name] ?? records[record];
  if (!form) throw new Error(`REST has no record form for ${record}, which ${name} returns.`);
  const errors = codes.filter((code): code is RestErrorCode => code in errorSamples);
  const example = exampleOf(operation, rest, form);
  const routeBase = { path: rest.path, tag, errors, example };
  if (kind === 'delete')
    return [
      deleteRoute(operation, {
        ...routeBase,
        ...textsOf(operation, rest),
        // A path without an id is invalid_input.
        errors: errors.filter((code) => code !== 'id_missing'),
      }),
    ];
  const names = fieldNamesOf(allNames, input);
  const route = {
    ...routeBase,
    names,
    input: toRestInputSchema(input ?? noFields(name), names),
    output: responseOf(operation, form),
    ...accessOf(operation),
  };
  if (kind === 'update') {
    const { details, hasPut = true } = rest;
    const update = { ...route, record, details, handle: operation.run as never };
    return hasPut ? defineUpdateRoutes(update) : [definePatchRoute(update)];
  }
  const writeRoute = { ...route, ...textsOf(operation, rest), handle: operation.run as never };
  if (kind === 'record') return [defineRecordRoute(writeRoute)];
  const { creates = creationOf(operation), fileBody, lockFirst, method } = rest;
  return [
    defineWriteRoute({
      ...writeRoute,
      returnsStored: rest.returnsStored ?? kind === 'command',
      ...(method && { method }),
      ...(creates && { creates }),
      ...(lockFirst && { lockFirst }),
      ...(fileBody && { fileBody }),
      ...(takesVersion(operation) && { changes: () => undefined }),
      ...(isExternal(operation) && { isExternal: true }),
    }),
  ];
}

function responseOf({ secret, warnings }: RestOperation, { response }: RecordForm) {
  if (secret) return secretResponse(response, secret) as never;
  return warnings === undefined ? response : (warningsResponse(response, warnings) as never);
}

const creationOf = (operation: RestOperation): ClientGeneratedIdType | undefined =>
  takesClientGeneratedId(operation) ? (operation.record as ClientGeneratedIdType) : undefined;

const fieldNamesOf = (names: FieldNames, input: z.ZodObject | undefined): FieldNames =>
  Object.fromEntries(
    Object.entries(names).filter(([, field]) => input && Object.hasOwn(input.shape, field)),
  );

const noFields = (name: string): z.ZodObject => inputObject(capitalize(name), 'The record.', {});

const accessOf = ({ alsoWrites, alsoReads }: RestOperation) => ({
  ...(alsoWrites && { alsoWrites }),
  ...(alsoReads && { alsoReads }),
});

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `markExpensePaid` as words: "mark expense paid". */
const splitWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function textsOf(
  { kind, name, record, description }: Exclude<RestOperation, { kind: 'update' }>,
  { operationId = name, summary, details }: RestDeclaration,
) {
  const noun = withIndefiniteArticle(nounOf(record));
  const title = kind === 'create' || kind === 'delete' ? `${kind} ${noun}` : splitWords(name);
  return {
    operationId,
    summary: summary ?? capitalize(title),
    description: details ? `${description}\n\n${details}` : description,
  };
}

function exampleOf(
  { kind }: RestOperation,
  { example = {} }: RestDeclaration,
  form: RecordForm,
): Route['example'] {
  const takesId = kind === 'record' || kind === 'update' || kind === 'delete';
  const input = { ...(takesId && { id: form.example.id }), ...example.input };
  return kind === 'delete' ? { input } : { input, output: { ...form.example, ...example.output } };
}

function deleteRoute(
  { name, record, input, run }: Named<DeleteOperation>,
  route: RouteDescription,
): Route {
  if (input) throw new Error(`The route of ${name} has no body for its input.`);
  return defineDeleteRoute({
    ...route,
    model: record,
    input: inputObject(`${capitalize(name)}Path`, 'Which record to delete.', {
      id: required(text(600), 'Id of the record.'),
    }),
    handle: (context: Context, input) => run(context, input as { id: unknown }),
  });
}
