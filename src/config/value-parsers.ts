import { z } from 'zod';

/** A whole number from `min` to `max`. */
export const integerSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

/** A URL of one of these protocols, or nothing; `wish` says what would be right. */
export const urlSetting = (protocols: RegExp, wish: string) =>
  z.string().refine((value) => {
    if (value === '') return true;
    return URL.canParse(value) && protocols.test(new URL(value).protocol);
  }, wish);
