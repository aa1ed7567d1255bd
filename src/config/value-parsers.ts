import { z } from 'zod';

export const integerSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

/** A URL with one of the protocols, or an empty string. */
export const urlSetting = (protocols: RegExp, message: string) =>
  z.string().refine((value) => {
    if (value === '') return true;
    return URL.canParse(value) && protocols.test(new URL(value).protocol);
  }, message);
