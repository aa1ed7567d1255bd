export * from './choice-types.ts';
export * from './date-types.ts';
export * from './nested-types.ts';
export * from './number-types.ts';
export * from './text-types.ts';
