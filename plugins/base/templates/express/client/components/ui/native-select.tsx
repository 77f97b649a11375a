import type { ComponentProps } from 'react';
import { ChevronDown } from '@/components/icons';
import { inputClasses } from '@/components/ui/input';
import { cn } from '@/lib/cn';

export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className={cn('relative', className)}>
      <select className={cn(inputClasses, 'h-10 appearance-none truncate pr-9')} {...props} />
      <ChevronDown
        aria-hidden
        className="text-muted-foreground pointer-events-none absolute top-3 right-3 size-4"
      />
    </div>
  );
}
