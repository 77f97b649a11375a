import type { ComponentType, SVGProps } from 'react';

export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/**
 * Creates an icon of 24 by 24 units in the text color. The outlines are from Lucide: see
 * LICENSE-icons.txt.
 */
export function createIcon(path: string): Icon {
  return function SvgIcon(props) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}
