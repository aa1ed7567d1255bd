import { z } from 'zod';
import { type SettingValues, setting } from './setting-table.ts';
import { integerSetting } from './value-parsers.ts';

export const mcpSettings = {
  MCP_WRITES_PER_MINUTE: setting(
    '60',
    'Writes over MCP per key and minute; 0 for no limit.',
    integerSetting(0, 1_000_000),
  ),
  MCP_GRAPHQL: setting(
    'off',
    'on or off: whether MCP has a tool for GraphQL queries.',
    z.enum(['on', 'off'], 'must be on or off'),
  ),
};

export interface McpConfig {
  /** 0: no limit. */
  writesPerMinute: number;
  hasGraphQL: boolean;
  /** Default: 30 s. */
  toolTimeoutMs?: number;
}

export const mcpConfigOf = (values: SettingValues<typeof mcpSettings>): McpConfig => ({
  writesPerMinute: values.MCP_WRITES_PER_MINUTE,
  hasGraphQL: values.MCP_GRAPHQL === 'on',
});

export const defaultMcpConfig = mcpConfigOf(z.object(mcpSettings).parse({}));
