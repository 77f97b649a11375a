import { Moon, Sun } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { useTheme } from '@/hooks/useTheme';
import { t } from '@/lib/i18n';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const label = t('useTheme', { theme: theme === 'dark' ? 'light' : 'dark' });
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={toggle}>
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  );
}
