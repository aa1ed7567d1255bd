import { text } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import { defineReadRoute } from '../core/route.ts';
import { anyJson, listOf } from '../core/serializer.ts';

/** Integrations call it during their setup. */
export const agreementRoutes = [
  defineReadRoute({
    path: 'agreements/search',
    operationId: 'searchAgreements',
    tag: 'Opportunities',
    summary: 'Search agreements',
    description: 'Agreements do not exist yet: the response is always `[]`.',
    area: 'sales',
    input: inputObject('SearchAgreements', 'Which agreements to list.', {
      id: nullable(text(), 'Id of one agreement.'),
      clientId: nullable(text(), 'Id of the client.'),
    }),
    output: listOf(anyJson),
    errors: [],
    example: { input: {}, output: [] },
    handle: async () => [],
  }),
];
