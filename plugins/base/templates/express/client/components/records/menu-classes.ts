export const popupClasses =
  'bg-popover text-popover-foreground max-h-(--available-height) min-w-44 overflow-y-auto rounded-md border p-1 text-sm shadow-md outline-none';

export const itemClasses =
  'data-highlighted:bg-accent data-highlighted:text-accent-foreground data-disabled:opacity-50 flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2 outline-none select-none';
