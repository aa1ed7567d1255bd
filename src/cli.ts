#!/usr/bin/env node
import { runProgram } from './cli/program.ts';
import { loadEnvFile, readConfig } from './config/config.ts';

// A reader such as `head` may close the pipe early.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await runProgram(process.argv.slice(2), {
  config: () => {
    loadEnvFile();
    return readConfig();
  },
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
// `serve` sets the exit code later.
if (code !== 0) process.exitCode = code;
