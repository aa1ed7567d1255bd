import { html, raw } from 'hono/html';

interface Head {
  /** Text of the browser tab. */
  title: string;
  /** Language of the page. Default: English. */
  language?: string;
  /** Trusted CSS. It is not escaped. */
  style: string;
  /** URL of the icon, absolute or relative to the page. */
  icon?: string;
  /** Asks search engines not to index the page. */
  isUnlisted?: boolean;
  /** Additional elements of `<head>`. */
  extra?: ReturnType<typeof html>;
}

/** The beginning of every page, up to its body. */
export const htmlHead = ({
  title,
  language = 'en',
  style,
  icon = '/favicon.svg',
  isUnlisted,
  extra,
}: Head) =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isUnlisted && raw('<meta name="robots" content="noindex, nofollow">\n')}<title>${title}</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
${extra}<style>${raw(style)}</style>
</head>`;
