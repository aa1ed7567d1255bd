import type { HanFamily } from './font-coverage.ts';
import type { FontStyle } from './fonts.ts';

/** Room at the left and the right, and at the bottom of each page. */
export const pageMargin = 48;

/** How text looks. */
export interface TextStyle {
  font: FontStyle;
  size: number;
  color: string;
}

/**
 * PdfLayout on which things are put down one below the other: it knows how far down it is, and starts another page when
 * told that something does not fit.
 */
export interface PdfLayout {
  pdf: PDFKit.PDFDocument;
  /** The paper, from its top left corner. */
  page: { width: number; height: number };
  /** Width between the margins. */
  contentWidth: number;
  /** Where the next thing goes. */
  y: number;
  /** What stands at the top of a page on which something goes on; null where nothing is repeated. */
  heading: (() => void) | null;
  /** Whose Chinese characters it shows. */
  han: HanFamily;
  /** Whether some character could not be shown. */
  lacksCharacters: boolean;
  /** The element of its structure that is being made: see pdf-tags.ts. */
  element: PDFKit.PDFStructureElement;
  /** Whether what is drawn is no part of what it says. */
  isArtifact: boolean;
}
