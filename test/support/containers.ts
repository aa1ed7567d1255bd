import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The namespaces of a container, which make its process numbers meaningless outside. */
const unshare = ['unshare', '--pid', '--fork', '--mount-proc', '--ipc', '--kill-child'];

/** Runs a program in a container with a separate network. */
export const inContainer = [
  ...unshare,
  '--net',
  ...['sh', '-c', 'ip link set lo up; exec "$@"', 'sh'],
];

/** Runs a program in a container that shares the network of its parent. */
export const inContainerOnThisNetwork = unshare;

/** Puts a program into the container that runs behind the process given, as `docker exec` does. */
export function insideContainer(pid: number): string[] {
  const namespaces = ['--pid', '--mount', '--ipc', '--net'];
  return ['nsenter', '--target', String(firstProcess(pid)), ...namespaces];
}

/** The process that the container behind the process given began with, by its number out here. */
export function firstProcess(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** Why this machine can make no containers; null where it can. */
export function noContainers(): string | null {
  const [program = '', ...parameters] = [...inContainer, 'nsenter', '--version'];
  const { status, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' });
  return status === 0 ? null : `no containers here: ${error?.message ?? stderr.trim()}`;
}
