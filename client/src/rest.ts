import { type RestMethods, routes } from './generated/rest.ts';
import { RestList } from './rest-call.ts';
import {
  type OutgoingRequest,
  type Transport,
  type WriteOptions,
  writeRequestOf,
} from './transport.ts';

type Input = Record<string, unknown>;

function toQuery(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** A form if a value is a file. */
function toBody(input: Input): object {
  if (!Object.values(input).some((value) => value instanceof Blob)) return input;
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined && value !== null) form.set(name, String(value));
  }
  return form;
}

function toRequest(route: string, input: Input, options: WriteOptions): OutgoingRequest {
  const [method = '', template = ''] = route.split(' ');
  const parameters = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters[name]);
    delete parameters[name];
    return encodeURIComponent(value);
  });
  const isRead = method === 'GET';
  const hasBody = !isRead && method !== 'DELETE';
  return {
    method,
    path: hasBody ? path : path + toQuery(parameters),
    ...(hasBody && { body: toBody(parameters) }),
    ...(isRead ? { isRepeatable: true } : writeRequestOf(options)),
  };
}

/** A method for each operation of REST. */
export function createRest(transport: Transport): RestMethods {
  const methodOf =
    (route: string) =>
    (input: Input = {}, options: WriteOptions = {}) => {
      const request = toRequest(route, input, options);
      const [path] = request.path.split('?');
      return new RestList((search) =>
        transport.request<unknown[]>(
          search === undefined ? request : { ...request, path: path + search },
          options,
        ),
      );
    };
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, methodOf(route)]),
  ) as unknown as RestMethods;
}
