import { Liquid } from 'liquidjs';
import type { MailValues } from '../domain/invoices/liquid.ts';

/**
 * The layout around the words of a mail: who writes, the words, the invoice in short, and the way to it. Tables and
 * styles at the elements, because mail programs know nothing else; everything filled in is escaped.
 */
const layout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>Invoice {{ invoice.number }}</title>
</head>
<body style="margin:0;padding:0;background:#f3f6f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f4">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-top:4px solid #0f766e;border-radius:6px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c1f1e">
<tr><td style="padding:28px 28px 0;font-size:20px;font-weight:700">{{ workspace.name }}</td></tr>
<tr><td style="padding:8px 28px 0">
{%- for paragraph in paragraphs %}
<p style="margin:12px 0;overflow-wrap:anywhere">{% for line in paragraph %}{% unless forloop.first %}<br>{% endunless %}{{ line }}{% endfor %}</p>
{%- endfor %}
</td></tr>
<tr><td style="padding:12px 28px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f4;border-radius:6px;font-size:15px">
{%- for row in rows %}
<tr><td style="padding:{% if forloop.first %}14px{% else %}4px{% endif %} 16px {% if forloop.last %}14px{% else %}4px{% endif %};color:#5d6461">{{ row.label }}</td><td align="right" style="padding:{% if forloop.first %}14px{% else %}4px{% endif %} 16px {% if forloop.last %}14px{% else %}4px{% endif %};font-weight:{% if forloop.last %}700{% else %}400{% endif %}">{{ row.value }}</td></tr>
{%- endfor %}
</table>
</td></tr>
{%- if invoice.viewOnlineUrl %}
<tr><td align="center" style="padding:22px 28px 4px"><a href="{{ invoice.viewOnlineUrl }}" style="display:inline-block;padding:12px 28px;border-radius:6px;background:#0f766e;color:#ffffff;font-weight:700;text-decoration:none">View invoice</a></td></tr>
{%- endif %}
<tr><td style="padding:16px 28px 28px;font-size:13px;color:#5d6461">The invoice is attached as a PDF. Reply to this e-mail to reach {{ workspace.name }}.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const engine = new Liquid({ templates: {}, ownPropertyOnly: true, outputEscape: 'escape' });
const parsed = engine.parse(layout);

/** The mail as HTML: its text, laid out with the invoice in short. Nothing in it is markup but the layout's own. */
export function renderMailHtml(body: string, values: MailValues): string {
  const { amountDue, datePaid, dueDate, number, total } = values.invoice;
  const rows = [
    { label: 'Invoice', value: number },
    datePaid ? { label: 'Paid on', value: datePaid } : { label: 'Due date', value: dueDate },
    { label: 'Total', value: total },
    { label: 'Amount due', value: amountDue },
  ];
  const paragraphs = tidy(body)
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n'));
  return String(engine.renderSync(parsed, { ...values, paragraphs, rows }));
}

const tidy = (body: string) => body.replaceAll('\r\n', '\n').trim();

const placeholder = /(\{\{.*?\}\}|\{%.*?%\})/s;
const escaped = engine.parse('{{ words }}');

/** A template's text as HTML before anything is filled in: its placeholders as they are, all else escaped. */
export function templateHtml(body: string): string {
  const pieces = tidy(body)
    .split(placeholder)
    .map((piece, index) => {
      // What split() captures, the placeholders, stands at odd places.
      if (index % 2 === 1) return piece;
      return String(engine.renderSync(escaped, { words: piece })).replace(/\n+/g, (ends) =>
        ends.length > 1 ? '</p>\n<p>' : '<br>\n',
      );
    });
  return `<p>${pieces.join('')}</p>`;
}
