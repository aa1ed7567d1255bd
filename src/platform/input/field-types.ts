/** The kinds of value that inputs are made of. Each says in its messages what would be right. */
export * from './choice-types.ts';
export * from './date-types.ts';
export * from './nested-types.ts';
export * from './number-types.ts';
export * from './text-types.ts';
