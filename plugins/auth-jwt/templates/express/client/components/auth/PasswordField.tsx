import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Circle, Eye, EyeOff } from '@/components/auth/icons';
import { Frame } from '@/components/fields/Frame';
import { type FieldProps, useField } from '@/components/fields/useField';
import { Check } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { cn } from '@/lib/cn';
import { passwordRules } from '@/lib/auth/password-rules';
import { t } from '@/lib/i18n';

interface PasswordFieldProps<Values extends FieldValues> extends FieldProps<Values, Values> {
  /** Whether password managers fill in or generate a password. */
  autoComplete: 'current-password' | 'new-password';
  isOptional?: boolean;
}

/**
 * Renders a password input with a visibility toggle. For a new password, shows the password rules.
 */
export function PasswordField<Values extends FieldValues>({
  autoComplete,
  isOptional = false,
  ...props
}: PasswordFieldProps<Values>) {
  const { value, change, input, frame } = useField({ ...props, required: !isOptional });
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const password = typeof value === 'string' ? value : '';
  const rules = autoComplete === 'new-password' ? `${frame.id}-rules` : undefined;
  const notes = [rules, input['aria-describedby']].filter((id) => id !== undefined);
  return (
    <div className="space-y-2">
      <Frame {...frame}>
        <div className="relative">
          <Input
            {...input}
            type={isShown ? 'text' : 'password'}
            aria-describedby={notes.join(' ') || undefined}
            aria-required={!isOptional}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            className="pr-11"
            value={password}
            onChange={(event) => change(event.target.value)}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('authShow', { field: frame.label })}
            aria-pressed={isShown}
            className="absolute top-1 right-1"
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden />
          </Button>
        </div>
      </Frame>
      {rules && <Rules id={rules} password={password} />}
    </div>
  );
}

/** Tells password managers whose password a form contains. */
export function Username({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}

function Rules({ id, password }: { id: string; password: string }) {
  return (
    <ul id={id} className="text-muted-foreground grid gap-1 pt-1.5 text-sm sm:grid-cols-2">
      {passwordRules.map((rule) => {
        const text = rule.text();
        const met = rule.isMet(password);
        const Icon = met ? Check : Circle;
        return (
          <li key={text} className={cn('flex items-center gap-2', met && 'text-foreground')}>
            <Icon aria-hidden className="size-4 shrink-0" />
            {text}
            {met && <span className="sr-only">{t('authRuleMet')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
