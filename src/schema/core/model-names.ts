import type PrismaTypes from '../../generated/pothos/types.ts';

export type ModelName = keyof PrismaTypes;
