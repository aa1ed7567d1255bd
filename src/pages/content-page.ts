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
  /** Text of the browser tab, before the product's name. */
  title: string;
  /** CSS of this page only. */
  style: string;
  /** File of `src/browser` without its extension. */
  module: string;
  /** Allows frames of the service's own origin. */
  hasFrames?: true;
  /** Allows images in `data:` URLs. */
  hasImages?: true;
  signInOptions: PageSignInOptions;
  /** Data for the script of the page. */
  data?: object;
  content: () => Html;
  /** Title, data and content in the best language for an Accept-Language header. */
  inLanguage?: (acceptLanguage: string | undefined) => LocalizedPage;
}

interface LocalizedPage extends Pick<ContentPage, 'content' | 'data' | 'title'> {
  language: string;
  /** Texts of the head, which then has no key dialog. */
  headTexts: PageHeadTexts;
}

/**
 * A page with the common head, its own content, and the sign-in dialog. The HTML contains no data
 * of the workspace: the script requests it as the signed-in caller. Inline styles are allowed
 * because e-mails are shown with theirs.
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
  const routes = new Hono();
  routes.get(page.path, headers, etag(), compress(), (c) => {
    c.header('cache-control', 'no-cache');
    if (!page.inLanguage) return c.html(shell(page, 'en'));
    const { headTexts, language, ...localized } = page.inLanguage(c.req.header('accept-language'));
    c.header('vary', 'Accept-Language', { append: true });
    return c.html(shell({ ...page, ...localized }, language, headTexts));
  });
  return routes;
}

function shell(
  { path, title, style, module, data, signInOptions, content }: ContentPage,
  language: string,
  headTexts?: PageHeadTexts,
): Html {
  return html`${htmlHead({ language, title: `${title} – Actiongraph`, style: frameStyle + contentStyle + style, isUnlisted: true })}
<body>
${pageHead(path, headTexts)}
<main>
${content()}
</main>
${headTexts ? '' : keyDialog(signInOptions)}
${data ? pageDataScript(data) : ''}
<script type="module" src="${browserModulePath(module)}"></script>
</body>
</html>`;
}
