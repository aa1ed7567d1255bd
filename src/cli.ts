#!/usr/bin/env node
import { runProgram } from './cli/program.ts';
import { loadEnvFile, readConfig } from './config/config.ts';

// A reader that has seen enough, `head` say, closes the pipe; that is no error of ours.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await runProgram(process.argv.slice(2), {
  config: () => {
    loadEnvFile();
    return readConfig();
  },
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
// A command that goes on, as serve does, may say later how it ended.
if (code !== 0) process.exitCode = code;
