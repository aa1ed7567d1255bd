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
import { create } from 'fontkit';

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

/**
 * The fonts of documents, in the order in which they are looked through for a letter, each with the licence under which it is
 * passed on. Of those without a bold one, the usual one is drawn bolder: one of Chinese takes up to ten megabytes. Those whose letters fontkit
 * cannot put together are shaped by HarfBuzz.
 */
const fonts = [
  {
    id: 'sans',
    name: 'NotoSans',
    styles: ['Regular', 'Bold', 'Italic'],
    from: require.resolve('@expo-google-fonts/noto-sans/package.json'),
  },
  {
    id: 'hebrew',
    name: 'NotoSansHebrew',
    from: require.resolve('@expo-google-fonts/noto-sans-hebrew/package.json'),
  },
  {
    id: 'arabic',
    name: 'NotoSansArabic',
    from: require.resolve('@expo-google-fonts/noto-sans-arabic/package.json'),
  },
  {
    id: 'armenian',
    name: 'NotoSansArmenian',
    from: require.resolve('@expo-google-fonts/noto-sans-armenian/package.json'),
  },
  {
    id: 'georgian',
    name: 'NotoSansGeorgian',
    from: require.resolve('@expo-google-fonts/noto-sans-georgian/package.json'),
  },
  {
    id: 'bengali',
    name: 'NotoSansBengali',
    from: require.resolve('@expo-google-fonts/noto-sans-bengali/package.json'),
  },
  {
    id: 'tamil',
    name: 'NotoSansTamil',
    from: require.resolve('@expo-google-fonts/noto-sans-tamil/package.json'),
  },
  {
    id: 'thai',
    name: 'NotoSansThai',
    from: require.resolve('@expo-google-fonts/noto-sans-thai/package.json'),
  },
  {
    id: 'telugu',
    name: 'NotoSansTelugu',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-telugu/package.json'),
  },
  {
    id: 'kannada',
    name: 'NotoSansKannada',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-kannada/package.json'),
  },
  {
    id: 'malayalam',
    name: 'NotoSansMalayalam',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-malayalam/package.json'),
  },
  {
    id: 'gujarati',
    name: 'NotoSansGujarati',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-gujarati/package.json'),
  },
  {
    id: 'gurmukhi',
    name: 'NotoSansGurmukhi',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-gurmukhi/package.json'),
  },
  {
    id: 'oriya',
    name: 'NotoSansOriya',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-oriya/package.json'),
  },
  {
    id: 'sinhala',
    name: 'NotoSansSinhala',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-sinhala/package.json'),
  },
  {
    id: 'khmer',
    name: 'NotoSansKhmer',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-khmer/package.json'),
  },
  {
    id: 'lao',
    name: 'NotoSansLao',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-lao/package.json'),
  },
  {
    id: 'myanmar',
    name: 'NotoSansMyanmar',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-myanmar/package.json'),
  },
  {
    id: 'ethiopic',
    name: 'NotoSansEthiopic',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-ethiopic/package.json'),
  },
  {
    id: 'thaana',
    name: 'NotoSansThaana',
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-thaana/package.json'),
  },
  {
    id: 'tibetan',
    name: 'NotoSerifTibetan',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-serif-tibetan/package.json'),
  },
  {
    id: 'syriac',
    name: 'NotoSansSyriac',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-syriac/package.json'),
  },
  {
    id: 'nko',
    name: 'NotoSansNKo',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-nko/package.json'),
  },
  {
    id: 'javanese',
    name: 'NotoSansJavanese',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-javanese/package.json'),
  },
  {
    id: 'cherokee',
    name: 'NotoSansCherokee',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-cherokee/package.json'),
  },
  {
    id: 'canadian',
    name: 'NotoSansCanadianAboriginal',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-canadian-aboriginal/package.json'),
  },
  {
    id: 'tifinagh',
    name: 'NotoSansTifinagh',
    styles: ['Regular'],
    isShaped: true,
    from: require.resolve('@expo-google-fonts/noto-sans-tifinagh/package.json'),
  },
  {
    id: 'math',
    name: 'NotoSansMath',
    styles: ['Regular'],
    from: require.resolve('@expo-google-fonts/noto-sans-math/package.json'),
  },
  {
    id: 'symbols',
    name: 'NotoSansSymbols',
    from: require.resolve('@expo-google-fonts/noto-sans-symbols/package.json'),
  },
  {
    id: 'symbols2',
    name: 'NotoSansSymbols2',
    styles: ['Regular'],
    from: require.resolve('@expo-google-fonts/noto-sans-symbols-2/package.json'),
  },
  {
    id: 'sc',
    name: 'NotoSansSC',
    styles: ['Regular'],
    from: require.resolve('@expo-google-fonts/noto-sans-sc/package.json'),
  },
  {
    id: 'tc',
    name: 'NotoSansTC',
    styles: ['Regular'],
    from: require.resolve('@expo-google-fonts/noto-sans-tc/package.json'),
  },
  {
    id: 'jp',
    name: 'NotoSansJP',
    styles: ['Regular'],
    from: require.resolve('@expo-google-fonts/noto-sans-jp/package.json'),
  },
  {
    id: 'kr',
    name: 'NotoSansKR',
    styles: ['Regular'],
    from: require.resolve('@expo-google-fonts/noto-sans-kr/package.json'),
  },
  {
    id: 'emoji',
    name: 'NotoEmoji',
    from: require.resolve('@expo-google-fonts/noto-emoji/package.json'),
  },
];

const folderOf = ({ from }) => dirname(from);

const packageStyles = { Regular: '400Regular', Bold: '700Bold', Italic: '400Regular_Italic' };

/** What a font has, as numbers by turns: how many letters it lacks, how many it has after them, and so on. */
function lettersOf(file) {
  const letters = create(readFileSync(file)).characterSet.toSorted((a, b) => a - b);
  const turns = [];
  let end = 0;
  for (const letter of letters) {
    if (letter < end) continue;
    if (letter > end || turns.length === 0) turns.push(letter - end, 1);
    else turns[turns.length - 1] += 1;
    end = letter + 1;
  }
  return turns;
}

/** Which font has which letters, so that none has to be read before a text needs it. */
function putFonts() {
  const own = join(root, 'scripts/page-assets.mjs');
  const list = join(target, 'fonts/fonts.json');
  mkdirSync(join(target, 'fonts'), { recursive: true });
  for (const font of fonts) {
    copyNewer(join(folderOf(font), 'LICENSE_FONT'), join(target, `fonts/${font.name}-LICENSE.txt`));
    for (const style of font.styles ?? ['Regular', 'Bold']) {
      const folder = join(folderOf(font), packageStyles[style]);
      const source = join(folder, `${font.name}_${packageStyles[style]}.ttf`);
      copyNewer(source, join(target, `fonts/${font.name}-${style}.ttf`));
    }
  }
  if (existsSync(list) && statSync(list).mtimeMs >= statSync(own).mtimeMs) return;
  const known = fonts.map(({ id, isShaped, name, styles = ['Regular', 'Bold'] }) => ({
    id,
    isShaped,
    styles: Object.fromEntries(
      styles.map((style) => [style.toLowerCase(), `${name}-${style}.ttf`]),
    ),
    letters: lettersOf(join(target, `fonts/${name}-Regular.ttf`)),
  }));
  writeFileSync(list, JSON.stringify(known));
}

function copyNewer(source, file) {
  if (existsSync(file) && statSync(file).size === statSync(source).size) return;
  copyFileSync(source, file);
}

putFonts();
