import type { Tool } from '../tool.ts';

export const writeTools: readonly Tool[] = [];
