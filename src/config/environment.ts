import { parseEntries } from './numbers-setting.ts';
import type { SettingProblem } from './setting-table.ts';
import { settingRows } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ReplacedVariable {
  name: string;
  value: string;
  setting: string;
  entry: string;
}

const valueIn = (env: Environment, name: string) => env[name]?.trim() ?? '';

export function findReplacedVariables(env: Environment): ReplacedVariable[] {
  return settingRows
    .flatMap(({ name: setting, replaces }) =>
      Object.entries(replaces).map(([name, entry]) => {
        return { name, value: valueIn(env, name), setting, entry };
      }),
    )
    .filter(({ value }) => value !== '');
}

const entryIn = (env: Environment, { setting, entry }: ReplacedVariable) =>
  new Map(parseEntries(valueIn(env, setting))).get(entry);

/** The text of each setting, with the values of replaced variables. */
export function readSettingTexts(env: Environment, replaced: readonly ReplacedVariable[]) {
  const texts = settingRows.map(({ name, default: defaultText }) => {
    const entries = replaced
      .filter((variable) => variable.setting === name && entryIn(env, variable) === undefined)
      .map(({ entry, value }) => `${entry}=${value}`);
    const text = [valueIn(env, name), ...entries].filter((part) => part !== '').join(',');
    return [name, text || defaultText] as const;
  });
  return Object.fromEntries(texts);
}

export function findContradictions(
  env: Environment,
  replaced: readonly ReplacedVariable[],
): SettingProblem[] {
  return replaced.flatMap((variable): SettingProblem[] => {
    const value = entryIn(env, variable);
    if (value === undefined || value === variable.value) return [];
    const { name, setting, entry } = variable;
    return [[name, `contradicts ${setting}, which has ${entry}=${value}. Remove ${name}`]];
  });
}

export function replacedVariablesWarning(
  replaced: readonly ReplacedVariable[],
  texts: Readonly<Record<string, string>>,
): string | undefined {
  if (replaced.length === 0) return undefined;
  const instructions = [...new Set(replaced.map(({ setting }) => setting))].map((setting) => {
    const names = replaced.filter((variable) => variable.setting === setting);
    return `${setting}=${texts[setting]} instead of ${names.map(({ name }) => name).join(', ')}`;
  });
  return `some settings have new names. Set ${instructions.join('; ')}`;
}
