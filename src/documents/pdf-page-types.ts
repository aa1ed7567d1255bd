import type { HanFamily } from './font-coverage.ts';
import type { FontStyle } from './fonts.ts';

/** Left, right and bottom margin. */
export const pageMargin = 48;

export interface TextStyle {
  font: FontStyle;
  size: number;
  color: string;
}

/** A document that is filled from top to bottom. */
export interface PdfLayout {
  pdf: PDFKit.PDFDocument;
  page: { width: number; height: number };
  /** Width between the margins. */
  contentWidth: number;
  /** Position of the next content. */
  y: number;
  /** Draws the repeated table header of a new page. */
  heading: (() => void) | null;
  /** Variant of Chinese characters. */
  han: HanFamily;
  /** Whether a character could not be printed. */
  lacksCharacters: boolean;
  /** Current structure element: see pdf-tags.ts. */
  element: PDFKit.PDFStructureElement;
  /** Whether the drawing is decoration. */
  isArtifact: boolean;
}
