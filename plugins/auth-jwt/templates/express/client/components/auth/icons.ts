import { createIcon } from '@/lib/icon';

export const Circle = createIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z');
export const CircleUser = createIcon(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662',
);
export const Eye = createIcon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
);
export const EyeOff = createIcon(
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
);
export const LogOut = createIcon('M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4');
