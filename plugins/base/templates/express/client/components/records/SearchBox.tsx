import { Search } from '@/components/icons';
import { Input } from '@/components/ui/input';
import { cn } from '@/lib/cn';

interface SearchBoxProps {
  label: string;
  className: string;
  value: string;
  onChange: (words: string) => void;
  /** Called on the Enter key. */
  onSubmit: () => void;
}

/** Renders a text field to search for words. */
export function SearchBox({ label, className, value, onChange, onSubmit }: SearchBoxProps) {
  return (
    <form
      role="search"
      aria-label={label}
      className={cn('relative flex-1', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Search
        aria-hidden
        className="text-muted-foreground pointer-events-none absolute top-3 left-3 size-4"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={`${label}…`}
        className="pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}
