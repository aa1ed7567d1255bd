import { z } from 'zod';

export const integerSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

/** Text that is valid or empty. */
export const textSetting = (isValid: (text: string) => boolean, message: string) =>
  z.string().refine((text) => text === '' || isValid(text), message);

export const urlSetting = (protocols: RegExp, message: string) =>
  textSetting((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), message);

/** Entries that are separated by commas or white space. */
export const listSetting = () =>
  z.string().transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''));
