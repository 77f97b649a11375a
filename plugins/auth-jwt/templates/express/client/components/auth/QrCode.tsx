import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
}

/** Renders a QR code. It is black on white in every theme, because some apps read only that. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border bg-white"
    >
      <path d={path.join('')} fill="black" />
    </svg>
  );
}
