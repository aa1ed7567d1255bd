import { html } from 'hono/html';
import type { acceptedMessageTexts } from '../locales/message-page-texts.ts';
import { contentStyle } from './content-style.ts';
import { htmlHead } from './html-head.ts';
import { pageSecurityHeaders, styleHashSource } from './page-headers.ts';

export const messagePageHeaders = pageSecurityHeaders({
  styleSrc: [styleHashSource(contentStyle)],
  imgSrc: ["'self'"],
});

interface Message {
  tab: string;
  title: string;
  text: string;
}

/** A page with one message and links to sign-in and to the home page. */
export function messagePage(
  { language, texts }: ReturnType<typeof acceptedMessageTexts>,
  { tab, text, title }: Message,
) {
  return html`${htmlHead({ language, title: `${tab} – Actiongraph`, style: contentStyle, isUnlisted: true })}
<body>
<main>
<h1>${title}</h1>
<p role="alert">${text}</p>
<p><a href="/sign-in">${texts.signIn}</a> · <a href="/">${texts.home}</a></p>
</main>
</body>
</html>`;
}
