import type { CodegenConfig } from '@graphql-codegen/cli';
import type { ClientPresetConfig } from '@graphql-codegen/client-preset';

const presetConfig: ClientPresetConfig = { fragmentMasking: false };

const typedDocuments = (documents: string) => ({
  preset: 'client' as const,
  documents,
  presetConfig,
});

/** From the committed schema: types of the client, typed documents of the example and of the tests. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  config: {
    useTypeImports: true,
    enumType: 'string-literal',
    strictScalars: true,
    scalars: {
      Currency: 'string',
      Date: 'string',
      DateTime: 'string',
      Decimal: { input: 'string | number', output: 'string' },
      EmailAddress: 'string',
      HexColorCode: 'string',
      JSON: 'unknown',
      Time: 'string',
      TimeZone: 'string',
      URL: 'string',
      WrittenDateTime: 'string',
    },
  },
  generates: {
    'examples/dashboard/src/typed-documents/': typedDocuments(
      'examples/dashboard/src/documents.ts',
    ),
    'test/support/typed-documents/': typedDocuments('test/schema/typed-documents.test.ts'),
    'client/src/generated/graphql.ts': {
      plugins: ['typescript'],
      config: { avoidOptionals: { field: true }, enumsAsTypes: true, nonOptionalTypename: true },
    },
  },
};

export default config;
