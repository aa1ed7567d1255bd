import type { TextStyle } from './pdf-page-types.ts';

export const pdfColors = {
  ink: '#1c1f1e',
  soft: '#5d6461',
  mark: '#0f766e',
  line: '#dcd9d0',
  panel: '#f3f6f4',
  moods: {
    draft: { ink: '#5d6461', tint: '#eceae4' },
    open: { ink: '#0f5f8a', tint: '#e0f0fa' },
    late: { ink: '#a4262c', tint: '#fbe6e6' },
    paid: { ink: '#0b6b45', tint: '#dcf5e8' },
    closed: { ink: '#5d6461', tint: '#eceae4' },
  },
} as const;

const type = (font: TextStyle['font'], size: number, color: string = pdfColors.ink): TextStyle => ({
  font,
  size,
  color,
});

export const textStyles = {
  wordmark: type('bold', 20),
  number: type('bold', 15),
  caption: type('bold', 7, pdfColors.soft),
  badge: type('bold', 7.5),
  body: type('regular', 9),
  strong: type('bold', 9.5),
  soft: type('regular', 9, pdfColors.soft),
  small: type('regular', 7.5, pdfColors.soft),
  tiny: type('regular', 6, pdfColors.soft),
  italic: type('italic', 8, pdfColors.soft),
  total: type('bold', 10.5),
  due: type('bold', 15, pdfColors.mark),
  link: type('regular', 8.5, pdfColors.mark),
} as const;
