/** A number that a form holds within a longer text, such as the 30 of `open+30m`. What is typed stays as it is typed. */
import { useState } from 'react';
import type { NumberText } from '../forms/number-text.ts';

/** `read` takes the number out of the text; what `write` has just made of a typed number is not read back. */
export function useNumberInText(
  text: string,
  onText: (text: string) => void,
  { read, write }: { readonly read: (text: string) => NumberText; readonly write: (number: NumberText) => string },
): readonly [value: NumberText, onChange: (number: NumberText) => void] {
  const [typed, setTyped] = useState<{ readonly number: NumberText; readonly text: string } | null>(null);
  const value = typed !== null && typed.text === text ? typed.number : read(text);
  const onChange = (number: NumberText) => {
    const written = write(number);
    setTyped({ number, text: written });
    onText(written);
  };
  return [value, onChange];
}
