/** Requests that the service cannot read or route. */
export const httpErrors = {
  malformed_request: {
    status: 400,
    title: 'Bad Request',
    meaning: 'The request is not one of HTTP: its first line or its headers cannot be read.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not valid JSON, or not UTF-8.',
  },
  route_not_found: { status: 404, title: 'Not Found', meaning: 'The operation does not exist.' },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    meaning: 'The path exists for other methods, which `Allow` lists.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Forbidden',
    meaning: 'Browser requests from that origin are not allowed.',
  },
  request_timeout: {
    status: 408,
    title: 'Request Timeout',
    meaning: 'The request did not arrive in time.',
  },
  body_too_large: {
    status: 413,
    title: 'Payload Too Large',
    meaning: 'The body exceeds the size limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    meaning:
      'The body is not application/json in UTF-8, or not a form if the operation takes a file, or it is compressed.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation Failed',
    meaning: 'The header Expect has another value than 100-continue.',
  },
  websocket_unsupported: {
    status: 426,
    title: 'Upgrade Required',
    meaning:
      'The GraphQL endpoint does not serve WebSockets; subscriptions are server-sent events.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too Many Requests',
    meaning: 'The rate limit is exceeded. Try again after `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    meaning: 'The headers of the request are larger than the service reads.',
  },
} as const;
