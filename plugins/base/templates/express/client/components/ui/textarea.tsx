import type { ComponentProps } from 'react';
import { inputClasses } from '@/components/ui/input';
import { cn } from '@/lib/cn';

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(inputClasses, 'py-2', className)} {...props} />;
}
