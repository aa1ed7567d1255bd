import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Namespaces of a process: its id and 127.0.0.1 have no meaning in other containers. */
export interface ProcessIdentity {
  boot: string | null;
  processes: string | null;
  network: string | null;
  host: string;
}

export function currentProcessIdentity(): ProcessIdentity {
  return {
    boot: readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    processes: readOrNull(() => readlinkSync('/proc/self/ns/pid')),
    network: readOrNull(() => readlinkSync('/proc/self/ns/net')),
    host: hostname(),
  };
}

export function sharesPidNamespace(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.boot === other.boot && one.processes === other.processes;
}

export function sharesNetworkNamespace(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.boot === other.boot && one.network === other.network;
}

function readOrNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
