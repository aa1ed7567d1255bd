import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { browserModulePath } from './browser-modules.ts';
import { contentStyle } from './content-style.ts';
import { htmlHead } from './html-head.ts';
import {
  frameStyle,
  keyDialog,
  type PageHeadTexts,
  type PagePath,
  type PageSignInOptions,
  pageDataScript,
  pageHead,
} from './page-frame.ts';
import { pageSecurityHeaders } from './page-headers.ts';

type Html = ReturnType<typeof html>;

interface ContentPage {
  path: PagePath;
  /** What stands in the browser's tab before the product's name. */
  title: string;
  /** The looks of what is the page's own. */
  style: string;
  /** The file of `src/browser` that brings it to life, without its ending. */
  module: string;
  /** Whether frames of the service's own origin are shown in it. */
  hasFrames?: true;
  /** Whether it shows images that are part of its data. */
  hasImages?: true;
  /** What signing in offers. */
  waysIn: PageSignInOptions;
  /** What its script has to know. */
  data?: object;
  /** What stands below the head. */
  content: () => Html;
  /** What is another one for who wants other languages, as the header Accept-Language says it. */
  inLanguage?: (accepted: string | undefined) => Spoken;
}

/** What a page is in a language. */
interface Spoken extends Pick<ContentPage, 'content' | 'data' | 'title'> {
  language: string;
  /** What its head says; nobody enters a key on such a page. */
  headWords: PageHeadTexts;
}

/**
 * A page of those who work with the service: the head of all pages, its own content, and the dialog in which somebody says
 * who they are. The page itself knows nothing; its script reads and writes as whoever is known to the browser, so that it can do
 * what they may do and no more. Styles are let in at elements, since mails are shown with theirs.
 */
export function createContentPage(page: ContentPage): Hono {
  const self = ["'self'"];
  const headers = pageSecurityHeaders({
    scriptSrc: self,
    styleSrc: [...self, "'unsafe-inline'"],
    connectSrc: self,
    imgSrc: page.hasImages ? [...self, 'data:'] : self,
    ...(page.hasFrames && { frameSrc: self }),
  });
  const served = new Hono();
  served.get(page.path, headers, etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    if (!page.inLanguage) return c.html(shell(page, 'en'));
    const { headWords, language, ...spoken } = page.inLanguage(c.req.header('accept-language'));
    c.header('vary', 'Accept-Language', { append: true });
    return c.html(shell({ ...page, ...spoken }, language, headWords));
  });
  return served;
}

function shell(
  { path, title, style, module, data, waysIn, content }: ContentPage,
  language: string,
  headWords?: PageHeadTexts,
): Html {
  return html`${htmlHead({ language, title: `${title} – Actiongraph`, style: frameStyle + contentStyle + style, isUnlisted: true })}
<body>
${pageHead(path, headWords)}
<main>
${content()}
</main>
${headWords ? '' : keyDialog(waysIn)}
${data ? pageDataScript(data) : ''}
<script type="module" src="${browserModulePath(module)}"></script>
</body>
</html>`;
}
