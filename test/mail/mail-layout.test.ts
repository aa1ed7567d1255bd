import { expect, test } from 'vitest';
import { MailKind } from '../../src/generated/prisma/enums.ts';
import { pickDocumentLocale } from '../../src/locales/document-locale.ts';
import { defaultMailText } from '../../src/locales/mail-texts.ts';
import { renderMailHtml } from '../../src/mail/mail-html.ts';
import { templateSampleValues } from '../../src/templates/template-samples.ts';
import { templateUseByMailKind } from '../../src/templates/template-values.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { phone, scrollsSideways, useBrowser } from '../support/browser.ts';

const api = useTestApi();
const browser = useBrowser(api);

const mailOf = (kind: MailKind, language: string) =>
  renderMailHtml(
    defaultMailText(kind, language).body,
    templateSampleValues[templateUseByMailKind[kind]],
    pickDocumentLocale(language),
    kind,
  );

test.each(Object.values(MailKind))(
  'a mail of kind %s has a layout that Outlook for Windows supports',
  (kind) => {
    for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']) {
      const html = mailOf(kind, language);
      // Word lays these out not at all, or elsewhere.
      expect(html).not.toMatch(/<(div|section|button|svg|img|video)\b/);
      expect(html).not.toMatch(
        /flex|grid|background-image|url\(|float:|position:|calc\(|var\(|rem\b|@media/,
      );
      const tables = html.match(/<table[^>]*>/g) ?? [];
      expect(tables.length).toBeGreaterThanOrEqual(4);
      for (const table of tables) {
        expect(table).toMatch(/role="presentation".*cellpadding="0" cellspacing="0" border="0"/);
      }
      expect(html).toContain('width="560"');
      // Margins and colours of cells are at the elements, grounds also as attributes.
      const grounds = html.match(/<(?:table|td)[^>]*background:#\w+/g) ?? [];
      expect(grounds.length).toBeGreaterThanOrEqual(4);
      for (const ground of grounds) expect(ground).toContain('bgcolor="#');
      const opened = html.match(/<!--\[if mso\]>/g) ?? [];
      expect(opened).toHaveLength((html.match(/<!\[endif\]-->/g) ?? []).length);
      expect(html).toMatch(/\[if mso\]><style>[^<]*font-family: 'Segoe UI', Arial/);
    }
  },
);

test.each(Object.values(MailKind))(
  'a mail of the kind %s fits a phone, and axe finds nothing',
  async (kind) => {
    const { page } = await browser.visit('/favicon.svg', { ...phone, colorScheme: 'dark' });
    await page.goto('about:blank');
    await page.setContent(mailOf(kind, 'de'));
    expect(await scrollsSideways(page)).toBe(false);
    // Rules for parts of a page that a mail does not have: mail programs show it in their own page.
    const ofPages = /^(landmark-one-main|page-has-heading-one|region):/;
    expect((await axeFindings(page)).filter((finding) => !ofPages.test(finding))).toEqual([]);
  },
);
