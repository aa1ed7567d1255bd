import { text } from './field-types.ts';
import { nullable } from './fields.ts';

export const addressFields = {
  address1: nullable(text()),
  address2: nullable(text()),
  city: nullable(text()),
  locality: nullable(text()),
  postal: nullable(text()),
  country: nullable(text()),
};
