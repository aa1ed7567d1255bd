import { html, raw } from 'hono/html';

type Markup = ReturnType<typeof html>;

/** What mail programs know nothing of but at the element itself. */
const style = {
  card: "max-width:560px;background:#ffffff;border-top:4px solid #0f766e;border-radius:6px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c1f1e",
  /** A code that is typed off. */
  code: 'font-size:28px;font-weight:700;letter-spacing:2px',
};

/**
 * Outlook for Windows, which lays mails out as Word does, knows no greatest width, and no padding of links: it alone reads these
 * comments, and gets a table of that width around the card. The button is a cell for the same reason. Of a list of fonts whose first
 * one it does not have it takes none.
 */
const outlook = {
  fonts:
    "<!--[if mso]><style>table, td, p, a { font-family: 'Segoe UI', Arial, sans-serif !important; }</style><![endif]-->",
  start:
    '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
};

/** Of a link that is a button. */
export const buttonStyle = {
  cell: 'border-radius:6px;background:#0f766e;padding:12px 28px',
  link: 'display:inline-block;color:#ffffff;font-weight:700;text-decoration:none',
};

interface LaidOut {
  language: string;
  title: string;
  /** Who writes. */
  name: string;
  /** What it says, as text. */
  body: string;
  /** The address in it that is a link. */
  url: string | null;
  /** The rows of the card below its words. */
  foot: Markup;
}

/** The layout of all mails: a card with who writes and what it says. All that is filled in is escaped. */
export function renderMailLayout({ body, foot, language, name, title, url }: LaidOut): string {
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
${raw(outlook.fonts)}
</head>
<body style="margin:0;padding:0;background:#f3f6f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f6f4" style="background:#f3f6f4">
<tr><td align="center" style="padding:24px 12px">
${raw(outlook.start)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="${style.card}">
<tr><td style="padding:28px 28px 0;font-size:20px;font-weight:700">${name}</td></tr>
<tr><td style="padding:8px 28px 0">
${paragraphs(body, url)}
</td></tr>
${foot}</table>${raw(outlook.end)}
</td></tr>
</table>
</body>
</html>
`);
}

/** A mail by which somebody signs in: the same card, with the code in letters that are read from afar. */
export function signInMailHtml(of: Pick<LaidOut, 'body' | 'language' | 'name' | 'title'>): string {
  const url = /https?:\/\/\S+/.exec(of.body)?.[0] ?? null;
  const foot = html`<tr><td style="padding:0 28px 16px"></td></tr>
`;
  const laidOut = renderMailLayout({ ...of, url, foot });
  return laidOut.replace(/(?<=>)\d{4} \d{4}(?=<)/, `<span style="${style.code}">$&</span>`);
}

/** Escaped as a whole, since a body may have a hundred thousand lines. */
function paragraphs(body: string, url: string | null) {
  const escaped = withLink(String(html`${normalizeMailBody(body)}`), url && String(html`${url}`));
  const start = '<p style="margin:12px 0;overflow-wrap:anywhere">';
  const inside = escaped.replace(/\n{2,}/g, `</p>\n${start}`).replace(/(?<!<\/p>)\n/g, '<br>');
  return raw(`${start}${inside}</p>`);
}

/** The first words before the invoice's address become a link to it, as long as an address is; anywhere else it is a link itself. */
function withLink(escaped: string, url: string | null): string {
  const at = url ? escaped.indexOf(url) : -1;
  if (!url || at < 0) return escaped;
  const line = escaped.lastIndexOf('\n', at) + 1;
  const before = escaped.slice(line, at).trimEnd();
  const isOwnLine = before.endsWith(':') && /^(\n|$)/.test(escaped.slice(at + url.length));
  const words = isOwnLine ? before.slice(0, -1).trimEnd() : '';
  const link = `<a href="${url}" style="color:#0f766e">${words || url}</a>`;
  return `${escaped.slice(0, words ? line : at)}${link}${escaped.slice(at + url.length)}`;
}

/** A text with one kind of line ends. */
export const normalizeMailBody = (body: string) => body.replaceAll('\r\n', '\n').trim();
