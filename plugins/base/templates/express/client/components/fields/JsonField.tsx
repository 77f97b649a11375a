import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { invalidJson, useField, type FieldProps } from '@/components/fields/useField';
import { Textarea } from '@/components/ui/textarea';

/** Renders a text area for JSON. Empty input of an optional field is `null`. */
export function JsonField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { value, change, input, frame } = useField(props);
  const empty = frame.required || frame.hasDefault ? undefined : null;
  const [text, setText] = useState(() => textOf(value));

  function type(next: string) {
    setText(next);
    change(next.trim() === '' ? empty : parse(next));
  }

  return (
    <Frame {...frame}>
      <Textarea
        {...input}
        rows={6}
        spellCheck={false}
        className="font-mono"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (value !== invalidJson) setText(textOf(value));
          input.onBlur();
        }}
      />
    </Frame>
  );
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return invalidJson;
  }
}
