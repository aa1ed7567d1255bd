import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where a process runs. A container has namespaces of its own: a process id means something in one namespace of
 * processes only, and 127.0.0.1 in one namespace of networks.
 */
export interface ProcessIdentity {
  /** Changes with each start of the machine; null where the platform does not say. */
  boot: string | null;
  processes: string | null;
  network: string | null;
  /** For people; Docker's default is the beginning of the container's id. */
  host: string;
}

/** Where this process runs. */
export function currentProcessIdentity(): ProcessIdentity {
  return {
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    processes: orNull(() => readlinkSync('/proc/self/ns/pid')),
    network: orNull(() => readlinkSync('/proc/self/ns/net')),
    host: hostname(),
  };
}

/** Whether process ids of the one mean the same to the other. */
export function sharesPidNamespace(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.boot === other.boot && one.processes === other.processes;
}

/** Whether what listens on 127.0.0.1 of the one is reached by the other. */
export function sharesNetworkNamespace(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.boot === other.boot && one.network === other.network;
}

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
