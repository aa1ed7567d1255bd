import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

/** Ends a script that was called wrongly. */
export function refuse(fault: string): never {
  process.stderr.write(`${fault}\n`);
  process.exit(2);
}

/**
 * What a script was called with. `--help` prints the usage and ends the script with 0; an option that it does not have, or a
 * word more than it takes, ends it with 2, before it has done anything.
 */
export function scriptOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  mostWords = 0,
) {
  const config = {
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: mostWords > 0,
  } as const;
  const read = () => {
    try {
      return parseArgs(config);
    } catch (error) {
      return refuse(`${(error as Error).message}\n\n${usage}`);
    }
  };
  const { values, positionals } = read();
  if ((values as { help?: boolean }).help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  if (positionals.length > mostWords) refuse(`One name at a time.\n\n${usage}`);
  return { values, words: positionals };
}
