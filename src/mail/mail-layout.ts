import { html, raw } from 'hono/html';

type Markup = ReturnType<typeof html>;

/** E-mail programs support inline styles only. */
const style = {
  card: "max-width:560px;background:#ffffff;border-top:4px solid #0f766e;border-radius:6px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c1f1e",
  code: 'font-size:28px;font-weight:700;letter-spacing:2px',
};

/**
 * Only Outlook reads conditional comments. It ignores max-width and the padding of links, and drops a font list
 * if its first font is missing.
 */
const outlookMarkup = {
  fonts:
    "<!--[if mso]><style>table, td, p, a { font-family: 'Segoe UI', Arial, sans-serif !important; }</style><![endif]-->",
  start:
    '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
};

export const buttonStyle = {
  cell: 'border-radius:6px;background:#0f766e;padding:12px 28px',
  link: 'display:inline-block;color:#ffffff;font-weight:700;text-decoration:none',
};

interface MailLayout {
  language: string;
  title: string;
  name: string;
  /** Plain text. */
  body: string;
  url: string | null;
  footer: Markup;
}

export function renderMailLayout({ body, footer, language, name, title, url }: MailLayout): string {
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
${raw(outlookMarkup.fonts)}
</head>
<body style="margin:0;padding:0;background:#f3f6f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f6f4" style="background:#f3f6f4">
<tr><td align="center" style="padding:24px 12px">
${raw(outlookMarkup.start)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="${style.card}">
<tr><td style="padding:28px 28px 0;font-size:20px;font-weight:700">${name}</td></tr>
<tr><td style="padding:8px 28px 0">
${paragraphs(body, url)}
</td></tr>
${footer}</table>${raw(outlookMarkup.end)}
</td></tr>
</table>
</body>
</html>
`);
}

export function signInMailHtml(
  content: Pick<MailLayout, 'body' | 'language' | 'name' | 'title'>,
): string {
  const url = /https?:\/\/\S+/.exec(content.body)?.[0] ?? null;
  const footer = html`<tr><td style="padding:0 28px 16px"></td></tr>
`;
  const markup = renderMailLayout({ ...content, url, footer });
  return markup.replace(/(?<=>)\d{4} \d{4}(?=<)/, `<span style="${style.code}">$&</span>`);
}

/** One call, because a body may have 100,000 lines. */
function paragraphs(body: string, url: string | null) {
  const escaped = withLink(String(html`${normalizeMailBody(body)}`), url && String(html`${url}`));
  const start = '<p style="margin:12px 0;overflow-wrap:anywhere">';
  const paragraphsHtml = escaped
    .replace(/\n{2,}/g, `</p>\n${start}`)
    .replace(/(?<!<\/p>)\n/g, '<br>');
  return raw(`${start}${paragraphsHtml}</p>`);
}

/** Links the text before the URL on its line, if any. */
function withLink(escaped: string, url: string | null): string {
  const urlStart = url ? escaped.indexOf(url) : -1;
  if (!url || urlStart < 0) return escaped;
  const line = escaped.lastIndexOf('\n', urlStart) + 1;
  const before = escaped.slice(line, urlStart).trimEnd();
  const isOwnLine = before.endsWith(':') && /^(\n|$)/.test(escaped.slice(urlStart + url.length));
  const words = isOwnLine ? before.slice(0, -1).trimEnd() : '';
  const link = `<a href="${url}" style="color:#0f766e">${words || url}</a>`;
  return `${escaped.slice(0, words ? line : urlStart)}${link}${escaped.slice(urlStart + url.length)}`;
}

export const normalizeMailBody = (body: string) => body.replaceAll('\r\n', '\n').trim();
