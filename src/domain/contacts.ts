import type { Contact } from '../generated/prisma/client.ts';
import type { WithCustomValues } from './kernel/custom-values.ts';

/** A contact as both doors answer it: custom values named. */
export type ContactRecord = WithCustomValues<Contact>;
