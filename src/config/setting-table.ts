import { z } from 'zod';

interface SettingInfo {
  /** As text, like a value in the environment. */
  default: string;
  /** For `serve --help`, .env.example and docs/settings.md. */
  description: string;
  /** Former variables, each with the entry that has its value now. They still take effect. */
  replaces: Readonly<Record<string, string>>;
}

const infos = z.registry<SettingInfo>();

/** A variable of the environment. `value` parses its text. */
export const setting = <T>(
  defaultText: string,
  description: string,
  value: z.ZodType<T, string>,
  replaces: SettingInfo['replaces'] = {},
) => value.prefault(defaultText).register(infos, { default: defaultText, description, replaces });

export const rowsOfSettings = ({ shape }: z.ZodObject) =>
  Object.entries(shape).map(([name, schema]) => {
    const info = infos.get(schema as z.ZodType);
    if (!info) throw new Error(`${name} is not declared as a setting.`);
    return { name, ...info };
  });

export type SettingValues<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** `entry` names one of several numbers in the value. */
export type SettingProblem = readonly [name: string, message: string, entry?: string | undefined];
