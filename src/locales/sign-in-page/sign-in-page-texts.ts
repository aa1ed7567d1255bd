import type { english } from './english.ts';

export type SignInPageTexts = Readonly<Record<keyof typeof english, string>>;
