import { html, raw } from 'hono/html';

interface Head {
  /** What stands in the browser's tab. */
  title: string;
  /** What the page is written in; English where nothing is said. */
  language?: string;
  /** The style sheet of the page, CSS that is ours. */
  style: string;
  /** The address of the product's icon, as the page reaches it. */
  icon?: string;
  /** Whether search engines are asked to leave the page out. */
  isUnlisted?: boolean;
  /** What else belongs there. */
  more?: ReturnType<typeof html>;
}

/** What every page of ours begins with, up to its body: as wide as the screen. */
export const htmlHead = ({
  title,
  language = 'en',
  style,
  icon = '/favicon.svg',
  isUnlisted,
  more,
}: Head) =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isUnlisted && raw('<meta name="robots" content="noindex, nofollow">\n')}<title>${title}</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
${more}<style>${raw(style)}</style>
</head>`;
