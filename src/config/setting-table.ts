import { z } from 'zod';

interface Setting {
  /** As text, like a value in the environment. */
  default: string;
  /** For `serve --help`, .env.example and docs/settings.md. */
  description: string;
  /** Parses the text. */
  value: z.ZodType<unknown, string>;
  /** Former variables, each with the entry that has its value now. They still take effect. */
  replaces?: Readonly<Record<string, string>>;
}

/** Settings by the name of their variable. */
export type SettingTable = Readonly<Record<string, Setting>>;

export type SettingValues<S extends SettingTable> = {
  -readonly [N in keyof S]: z.output<S[N]['value']>;
};

/** `entry` names one of several numbers in the value. */
export type SettingProblem = readonly [name: string, message: string, entry?: string | undefined];

export const schemaOfSettings = <const S extends SettingTable>(settings: S) =>
  z.object(
    Object.fromEntries(
      Object.entries(settings).map(([name, { value }]) => [name, value]),
    ) as unknown as { -readonly [N in keyof S]: S[N]['value'] },
  );
