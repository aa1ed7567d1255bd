/** Writes .env.example and the table of docs/settings.md: `npm run settings`. A test fails if they are stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/config/package-root.ts';
import { settingRows as rows } from '../src/config/settings.ts';
import { table } from './markdown.ts';

export const exampleFile = join(packageRoot, '.env.example');
export const settingsPage = join(packageRoot, 'docs', 'settings.md');
const marks = ['<!-- printed: begin -->', '<!-- printed: end -->'] as const;
const commentWidth = 118;

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

export function printEnvironmentExample(): string {
  const about =
    "# Copy this file to .env and uncomment what you change. The environment's own variables win over the file.";
  const entries = rows.map(({ name, default: value, description }) => {
    const comment = description
      .split('\n')
      .flatMap((line) => wrap(line, commentWidth))
      .map((line) => `# ${line}`);
    return [...comment, `# ${name}=${value}`].join('\n');
  });
  return `${[about, ...entries].join('\n\n')}\n`;
}

/** @param page the current text of docs/settings.md */
export function printSettingsPage(page: string): string {
  const [before, rest = ''] = page.split(marks[0]);
  const after = rest.split(marks[1])[1] ?? '';
  const lines = rows.map(({ name, default: value, description }) => [
    `\`${name}\``,
    // The description has the default of each entry.
    description.includes('\n') ? '' : value,
    description.replaceAll('\n', '<br>'),
  ]);
  const printed = table(['Variable', 'Default', 'Meaning'], lines);
  return `${before}${marks[0]}\n\n${printed}\n\n${marks[1]}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(exampleFile, printEnvironmentExample());
  writeFileSync(settingsPage, printSettingsPage(readFileSync(settingsPage, 'utf8')));
}
