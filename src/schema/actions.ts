import type { z } from 'zod';
import type { UpdateMode } from '../domain/kernel/changes.ts';
import type { Context } from '../domain/kernel/context.ts';
import { builder } from './builder.ts';
import type { ModelName } from './columns.ts';
import { expectedErrors, throwing } from './errors.ts';
import type { InputMode } from './inputs.ts';
import { inputType } from './inputs.ts';
import { forgetLoaded } from './loaders.ts';

type Input = Record<string, unknown>;

interface Action {
  description: string;
  /** The model whose record the mutation answers. */
  record: ModelName;
  /** The domain's own declaration of the input. */
  input: z.ZodObject;
  mode?: InputMode;
  /** The domain's verb. */
  run: (context: Context, input: never) => Promise<unknown>;
}

/**
 * A mutation that calls one verb of the domain: its input is the verb's own, its result the record or one of the
 * expected errors, as a union named after the mutation.
 */
export function action(name: string, { description, record, input, mode, run }: Action): void {
  const capitalized = name.charAt(0).toUpperCase() + name.slice(1);
  builder.mutationField(name, (t) =>
    t.field({
      type: record as never,
      description,
      args: {
        input: t.arg({
          type: inputType(input, mode),
          required: true,
          description: 'What to write.',
        }),
      },
      errors: {
        types: expectedErrors,
        directResult: true as never,
        union: {
          name: `${capitalized}Result`,
          description: `The record, or why \`${name}\` did nothing.`,
        },
      },
      resolve: (async (_root: unknown, { input: given }: { input: Input }, context: Context) => {
        forgetLoaded(context);
        return throwing(() => run(context, given as never));
      }) as never,
    }),
  );
}

interface UpdateAction extends Omit<Action, 'mode' | 'run' | 'description'> {
  run: (context: Context, input: never, mode: UpdateMode) => Promise<unknown>;
}

/** The two mutations of an update: `updateX` keeps what is left out, `replaceX` resets it. */
export function updateActions({ record, input, run }: UpdateAction): void {
  action(`update${record}`, {
    description: `Changes a ${record}: fields left out keep their values, null clears one.`,
    record,
    input,
    mode: 'patch',
    run: (context, given) => run(context, given, 'patch'),
  });
  action(`replace${record}`, {
    description: `Replaces a ${record}: fields left out are cleared or reset to their defaults.`,
    record,
    input,
    mode: 'replace',
    run: (context, given) => run(context, given, 'replace'),
  });
}
