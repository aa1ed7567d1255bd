import encodeQR from 'qr';

/** Quiet zone in modules (ISO/IEC 18004). */
const border = 4;

/** SVG, dark on light in every theme. Adjacent modules are one shape, to avoid lines between them. */
export function renderQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { border, ecc: 'medium' });
  const size = rows.length;
  const shapes = rows.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map(
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${shapes.join('')}" fill="#000"/></svg>`;
}
