/**
 * Puts what the pages need, and its compressed forms, into dist/assets, whence the service serves it: the packages it
 * comes from, and all that stands below them, are needed to build only.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist/assets');
const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Files by name, made from one source, whenever that is newer than they are. */
function make(source, names, contents) {
  const files = names.flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
  const newest = statSync(source).mtimeMs;
  const isCurrent = (file) =>
    existsSync(join(target, file)) && statSync(join(target, file)).mtimeMs >= newest;
  if (files.every(isCurrent)) return;
  mkdirSync(target, { recursive: true });
  for (const [index, content] of contents().entries()) {
    const file = join(target, names[index]);
    writeFileSync(file, content);
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

const reference = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js');
make(reference, ['api-reference.js'], () => [readFileSync(reference)]);

const require = createRequire(import.meta.url);
const graphiql = require.resolve('@graphql-yoga/render-graphiql/graphiql');
make(
  graphiql,
  ['graphiql.js', 'graphiql.css', 'editor-worker.js', 'json-worker.js', 'graphql-worker.js'],
  () => {
    const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = require(graphiql);
    return [js, css, editorWorkerService, jsonWorker, graphqlWorker];
  },
);

/** The fonts of documents, with the licence under which they are passed on. */
const fonts = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'));
mkdirSync(join(target, 'fonts'), { recursive: true });
for (const [source, name] of [
  ['400Regular/NotoSans_400Regular.ttf', 'NotoSans-Regular.ttf'],
  ['700Bold/NotoSans_700Bold.ttf', 'NotoSans-Bold.ttf'],
  ['400Regular_Italic/NotoSans_400Regular_Italic.ttf', 'NotoSans-Italic.ttf'],
  ['LICENSE_FONT', 'NotoSans-LICENSE.txt'],
]) {
  copyFileSync(join(fonts, source), join(target, 'fonts', name));
}
