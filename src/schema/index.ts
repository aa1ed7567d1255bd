import './clients.ts';
import './contacts.ts';
import { builder } from './builder.ts';

/** The whole schema. */
export const schema = builder.toSchema();
