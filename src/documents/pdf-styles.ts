import type { Type } from './pdf-layout.ts';

export const colors = {
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

const type = (font: Type['font'], size: number, color: string = colors.ink): Type => ({
  font,
  size,
  color,
});

export const types = {
  wordmark: type('bold', 20),
  number: type('bold', 15),
  caption: type('bold', 7, colors.soft),
  badge: type('bold', 7.5),
  body: type('regular', 9),
  strong: type('bold', 9.5),
  soft: type('regular', 9, colors.soft),
  small: type('regular', 7.5, colors.soft),
  tiny: type('regular', 6, colors.soft),
  italic: type('italic', 8, colors.soft),
  total: type('bold', 10.5),
  due: type('bold', 15, colors.mark),
  link: type('regular', 8.5, colors.mark),
} as const;
