import type { english } from './english.ts';

export type MessagePageTexts = Readonly<Record<keyof typeof english, string>>;
