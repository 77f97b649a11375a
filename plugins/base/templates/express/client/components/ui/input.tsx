import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

export const inputClasses =
  'border-input bg-card block w-full rounded-md border px-3 text-base transition-colors disabled:opacity-60 aria-invalid:border-destructive sm:text-sm';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input type={type} className={cn(inputClasses, 'h-10', className)} {...props} />;
}

/** Styles a group of controls as a single input. */
export const inputGroupClasses = cn(
  inputClasses,
  'focus-within:outline-ring flex px-0 focus-within:outline-2 focus-within:outline-offset-2 [&_input]:outline-none',
);
