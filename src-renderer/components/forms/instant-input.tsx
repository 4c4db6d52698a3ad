/**
 * A date and a time in virtual UTC as text, `2026-03-02 09:30` or in the format of the browser's language, with the
 * browser's calendar beside it. Once the field loses the focus, the parsed value is written in the app's format.
 */

import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useExampleInstant } from '../../api/clock-api.ts';
import { useVirtualNow } from '../format/virtual-now.ts';
import classes from './instant-input.module.css';
import { whenReleased } from './unread-field.ts';
import { instantFault, instantText, pastFault, toInstant } from './virtual-instant.ts';

export interface InstantInputProps extends Omit<TextInputProps, 'value'> {
  readonly value: string;
  /** The service refuses an instant before now. */
  readonly isFuture?: boolean;
}

export function InstantInput({ isFuture = false, ...input }: InstantInputProps) {
  return isFuture ? <FutureInput {...input} /> : <CheckedInput {...input} earliestMs={null} />;
}

/** Rendered again while the clock runs, which the fields of a long list should not be. */
function FutureInput(input: InstantInputProps) {
  return <CheckedInput {...input} earliestMs={useVirtualNow()} />;
}

type CheckedInputProps = Omit<InstantInputProps, 'isFuture'> & { readonly earliestMs: number | null };

function CheckedInput({ value, earliestMs, error, onBlur, onChange, ...input }: CheckedInputProps) {
  const [wasLeft, setWasLeft] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const example = useExampleInstant();
  const past = earliestMs === null ? null : pastFault(value, earliestMs);
  const fault = wasLeft ? (instantFault(value) ?? past) : null;
  const write = (text: string) => void (field.current !== null && typeInto(field.current, text));
  return (
    <TextInput
      placeholder={example}
      autoComplete="off"
      spellCheck={false}
      rightSection={<CalendarButton value={value} onChoose={write} isDisabled={input.disabled === true} />}
      {...input}
      ref={field}
      value={value}
      error={fault ?? error}
      onBlur={(event) => {
        whenReleased(() => setWasLeft(true));
        const plain = plainText(value);
        if (plain !== value) write(plain);
        onBlur?.(event);
      }}
      onChange={(event) => {
        setWasLeft(false);
        onChange?.(event);
      }}
    />
  );
}

interface CalendarButtonProps {
  readonly value: string;
  readonly onChoose: (text: string) => void;
  readonly isDisabled: boolean;
}

/** The calendar of the browser. */
function CalendarButton({ value, onChoose, isDisabled }: CalendarButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const instant = toInstant(value);
  const shown = value !== '' && instantFault(value) === null ? instantText(Date.parse(instant)).replace(' ', 'T') : '';
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const text = currentTarget.value.replace('T', ' ');
    if (text !== '') onChoose(text);
  };
  return (
    <>
      <ActionIcon
        size="sm"
        aria-label="Choose in a calendar"
        title="Choose in a calendar"
        disabled={isDisabled}
        onClick={() => picker.current?.showPicker()}
      >
        <IconCalendar size={14} aria-hidden />
      </ActionIcon>
      <input
        ref={picker}
        type="datetime-local"
        step={60}
        className={classes.picker}
        tabIndex={-1}
        aria-hidden
        value={shown.slice(0, 16)}
        onChange={choose}
      />
    </>
  );
}

/** In the app's format; text with a time zone, or that was not parsed, stays as it was typed. */
function plainText(value: string): string {
  if (value.trim() === '' || instantFault(value) !== null || /(?:Z|[+-]\d{2}:\d{2})$/.test(value.trim())) return value;
  const text = instantText(Date.parse(toInstant(value)));
  if (value.startsWith(text.slice(0, 16))) return value;
  return text.endsWith(':00') ? text.slice(0, 16) : text;
}

/** As if it were typed, so that the listeners of the field are called. */
function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
