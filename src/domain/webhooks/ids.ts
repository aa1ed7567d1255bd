import { v7 } from 'uuid';

export const webhookSecretId = (): string => `whs_${v7().replaceAll('-', '')}`;

/** The same for every attempt, endpoint and replay, and unique across restores. */
export const eventIdOf = (accountId: number, position: string): string =>
  `evt_${accountId}_${position}`;

/** Endpoints are spread over the buckets that processes lease. */
export const bucketCount = 64;

export function bucketOf(endpointId: string): number {
  // The end of an id is random.
  return Number.parseInt(endpointId.slice(-4), 16) % bucketCount || 0;
}

export const positionNumber = (position: string): bigint =>
  BigInt(position.split('-')[0] as string);
