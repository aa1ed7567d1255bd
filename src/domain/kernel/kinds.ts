/** The kinds of value that inputs are made of. Each says in its messages what would be right. */
export * from './choice-kinds.ts';
export * from './date-kinds.ts';
export * from './nested-kinds.ts';
export * from './number-kinds.ts';
export * from './text-kinds.ts';
