/**
 * A field for a number. Typed text stays unchanged until the field loses the focus or Enter is pressed; then the field
 * shows the parsed number, or explains why the text is not one. Every text that is a number counts at once.
 */
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { NumberText } from './number-text.ts';
import { type NumberTerms, readTypedNumber, shownNumber } from './read-typed-number.ts';
import { unreadMark, whenReleased } from './unread-field.ts';

export interface NumericInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  readonly value: NumberText;
  /** A number, an empty text, or a text that is not a number. */
  readonly onChange: (value: NumberText) => void;
  /**
   * The bounds of the request (`fieldBounds`), so that the field explains a number that the service would refuse.
   */
  readonly min: number;
  readonly max: number;
  readonly decimals?: number;
  /** For the arrow keys. */
  readonly step?: number;
  /** Shown behind it; may be typed. */
  readonly unit?: string;
  /** The empty field counts as one that cannot be read. */
  readonly required?: boolean;
  /** With a separator between thousands. */
  readonly grouped?: boolean;
  /**
   * The value counts once the field loses the focus or Enter is pressed, because a half-typed one would change the
   * page.
   */
  readonly waits?: boolean;
  /** Called with `true` while a text that waits is not the value yet. */
  readonly onTyping?: (isTyping: boolean) => void;
  /**
   * Called with the reason why the text is not a number, once the field loses the focus, and with `null` once it is
   * one.
   */
  readonly onFault?: (fault: string | null) => void;
  /** Called while the text is not the value, until the returned function is called; also when the field is removed. */
  readonly whileUnsettled?: (() => () => void) | undefined;
}

/** The text being typed: it applies while the value is the previous one, or the one parsed from the text. */
interface Typed {
  readonly text: string;
  readonly before: NumberText;
  readonly made: NumberText;
  readonly wasLeft: boolean;
}

const GROUP = '\u202f';

export function NumericInput(props: NumericInputProps) {
  const {
    value,
    onChange,
    min,
    max,
    decimals = 6,
    step = 1,
    unit,
    grouped = false,
    waits = false,
    onTyping,
    onFault,
    whileUnsettled,
    required = false,
    error,
    onBlur,
    ...input
  } = props;
  const terms = { min, max, decimals, unit, isRequired: required };
  const { current, fault, isUnread, isUnsettled, type, settle, move } = useNumericText({ ...props, waits }, terms);
  useEffect(() => (isUnsettled ? whileUnsettled?.() : undefined), [isUnsettled, whileUnsettled]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event);
    if (event.key === 'Enter') settle();
    const direction = directionOf(event);
    if (direction === 0) return;
    event.preventDefault();
    move(direction * step);
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-required={required || undefined}
      {...{ ...unitSection(unit), ...input, ...unreadMark(isUnread) }}
      value={current?.text ?? shownText(value, decimals, grouped)}
      error={fault ?? error}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
    />
  );
}

type Reported = Pick<NumericInputProps, 'value' | 'onChange' | 'waits' | 'onTyping' | 'onFault'>;

/** Changes the value by typing, by leaving the field and by the arrow keys. */
function useNumericText({ value, onChange, waits = false, onTyping, onFault }: Reported, terms: NumberTerms) {
  const { current, parsed, fault, isUnread, setTyped } = useTyped(value, terms);
  const type = (text: string) => {
    const now = readTypedNumber(text, terms);
    const made = 'value' in now ? now.value : text;
    setTyped({ text, before: value, made: waits ? value : made, wasLeft: false });
    if ('value' in now) onFault?.(null);
    if (waits) onTyping?.(made !== value);
    else onChange(made);
  };
  /** The field shows the number, unless there is none. */
  const settle = () => {
    onTyping?.(false);
    if (current === null && !isUnread) return;
    if ('fault' in parsed) {
      whenReleased(() => {
        setTyped((now) => ({ ...(current === null ? untouched(value) : (now ?? current)), wasLeft: true }));
        onFault?.(parsed.fault);
      });
      return;
    }
    setTyped(null);
    onFault?.(null);
    if (waits) onChange(parsed.value);
  };
  const move = (by: number) => {
    setTyped(null);
    onFault?.(null);
    onTyping?.(false);
    onChange(movedBy(by, value, terms));
  };
  const isUnsettled = isUnread || (current !== null && 'value' in parsed && !isSame(parsed.value, value));
  return { current, fault, isUnread, isUnsettled, type, settle, move };
}

function shownText(value: NumberText, decimals: number, isGrouped: boolean): string {
  return typeof value === 'number' ? shownNumber(value, decimals, isGrouped ? GROUP : '') : value;
}

const untouched = (value: NumberText) => ({ text: String(value), before: value, made: value });

/** The text being typed, what it is read as, and why it is not a number, once the field has lost the focus. */
function useTyped(value: NumberText, terms: NumberTerms) {
  const [typed, setTyped] = useState<Typed | null>(null);
  // Once the form has the text's value, its return to the previous one replaces the text.
  if (typed !== null && isOf(value, typed) && !isSame(value, typed.before)) setTyped({ ...typed, before: value });
  const current = typed !== null && isOf(value, typed) ? typed : null;
  const shown = current?.text ?? value;
  const parsed = typeof shown === 'number' ? { value: shown } : readTypedNumber(shown, terms);
  const isShown = current === null ? value !== '' : current.wasLeft;
  const fault = 'fault' in parsed && isShown ? parsed.fault : null;
  return { current, parsed, fault, isUnread: 'fault' in parsed, setTyped };
}

/** Behind the number, if the field has a unit. */
function unitSection(unit: string | undefined) {
  if (unit === undefined) return {};
  const rightSection = (
    <Text span size="xs" c="dimmed" aria-hidden>
      {unit}
    </Text>
  );
  return { rightSection, rightSectionWidth: `${unit.length + 1.5}ch`, rightSectionPointerEvents: 'none' } as const;
}

/** Up or down, for plain arrow keys only. */
function directionOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey) return 0;
  return key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
}

function movedBy(step: number, value: NumberText, { min, max, decimals }: NumberTerms): number {
  const moved = Number(((typeof value === 'number' ? value : 0) + step).toFixed(decimals));
  return Math.min(max ?? moved, Math.max(min ?? moved, moved));
}

/**
 * Whether the value is that of the text, or the one before it. A form that does not store a text is empty if it is not
 * a number.
 */
function isOf(value: NumberText, { before, made }: Typed): boolean {
  const isNothing = value === '' && typeof made === 'string' && before !== made;
  return isNothing || isSame(value, before) || isSame(value, made);
}

/** A form may convert its value to another unit, and return it slightly off. */
function isSame(one: NumberText, other: NumberText): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
}
