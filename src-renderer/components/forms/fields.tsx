/**
 * The fields of a server form. Each takes its value from the form, shows the refusal of the service at its JSON
 * pointer, and registers itself with the form.
 */
import {
  type MultiSelectProps,
  NativeSelect,
  type NativeSelectProps,
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import type { TextFault } from '../format/text-fault.ts';
import { InstantInput, type InstantInputProps } from './instant-input.tsx';
import type { NumberText } from './number-text.ts';
import { NumericInput, type NumericInputProps } from './numeric-input.tsx';
import { PickMany } from './picker.tsx';
import { FieldContext } from './server-form.tsx';
import { unreadMark, whenReleased } from './unread-field.ts';

interface FieldProps<Name extends string> {
  /** Name of the value in the form. */
  readonly name: Name;
  /** Its name in the request, or several of which the request has one at a time; omitted: the name. */
  readonly pointer?: string | readonly string[] | undefined;
  /** Names of other values that the field is validated with: its issue is outdated once one of them changes. */
  readonly withFields?: readonly string[] | undefined;
}

export interface FieldInput<Value> {
  readonly value: Value;
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}

type InputOf<Name extends string, Props> = FieldProps<Name> &
  Omit<Props, 'name' | 'pointer' | 'withFields' | 'defaultValue'>;

/** The displayed value may differ from the form's value. */
type NumberProps = Omit<NumericInputProps, 'value' | 'onChange'> &
  Partial<Pick<NumericInputProps, 'value' | 'onChange'>>;

interface TextProps extends TextInputProps {
  /** Transforms a text while it is typed. */
  readonly typed?: (text: string) => string;
  /** Why the text would be refused: shown once the field is left or Enter is pressed; until then no form is sent. */
  readonly whyNot?: TextFault | undefined;
}

/** The names of the values whose type is a `Stored`, and can store a `Put`. */
type NamesOf<Values, Stored, Put = never> = {
  [Name in keyof Values & string]: Values[Name] extends Stored ? ([Put] extends [Values[Name]] ? Name : never) : never;
}[keyof Values & string];

interface FieldFamily<Values> {
  /** Any input that takes value, error and onChange. */
  Field<Name extends keyof Values & string>(
    props: FieldProps<Name> & { readonly children: (input: FieldInput<Values[Name]>) => ReactNode },
  ): ReactNode;
  TextField(props: InputOf<NamesOf<Values, string>, TextProps>): ReactNode;
  InstantField(props: InputOf<NamesOf<Values, string>, Omit<InstantInputProps, 'value'>>): ReactNode;
  LongTextField(props: InputOf<NamesOf<Values, string>, TextareaProps>): ReactNode;
  NumberField(props: InputOf<NamesOf<Values, NumberText, NumberText>, NumberProps>): ReactNode;
  SelectField(props: InputOf<NamesOf<Values, string>, NativeSelectProps>): ReactNode;
  ManyField(props: InputOf<NamesOf<Values, readonly string[]>, MultiSelectProps>): ReactNode;
  SwitchField(props: InputOf<NamesOf<Values, boolean, boolean>, SwitchProps>): ReactNode;
}

/** The fields of forms with these values: an unknown name is a type error. */
export function fieldsOf<Values>(): FieldFamily<Values> {
  return { Field, TextField, InstantField, LongTextField, NumberField, SelectField, ManyField, SwitchField };
}

interface FieldGroupProps {
  /** Omitted: their values are at the top level of the form. */
  readonly name?: string;
  readonly pointer: string;
  readonly children: ReactNode;
}

/** Fields of a part of the form: their names and pointers begin with those of the group. */
export function FieldGroup({ name, pointer, children }: FieldGroupProps) {
  const outer = useField();
  const inner = {
    form: outer.form,
    name: name === undefined ? outer.name : `${outer.name}${name}.`,
    pointer: `${outer.pointer}${pointer}`,
  };
  return <FieldContext value={inner}>{children}</FieldContext>;
}

function useField() {
  const scope = useContext(FieldContext);
  if (scope === null) throw new Error('A field has to be inside of a ServerForm.');
  return scope;
}

/** The service's refusal at a row of fields, other than those at one of its fields. */
export function useRowError(): string | null {
  const { form, pointer } = useField();
  const { register, errors } = form;
  useEffect(() => register([pointer]), [register, pointer]);
  return form.isAsSent('') ? (errors.atField.get(pointer) ?? null) : null;
}

/** The service's refusal of a list as a whole. */
export function useListError(list: string): string | null {
  const { register, errors, isAsSent } = useField().form;
  useEffect(() => register([{ list }]), [register, list]);
  return isAsSent('') ? (errors.atField.get(list) ?? null) : null;
}

type InputKind = 'text' | 'choice' | 'checkbox';

function useInput({ name, pointer = `/${name}`, withFields = [] }: FieldProps<string>, kind: InputKind = 'text') {
  const { form, ...group } = useField();
  const { register, errors } = form;
  const fullName = `${group.name}${name}`;
  const choice = kind === 'text' ? undefined : fullName;
  const own = [pointer].flat().map((each) => `${group.pointer}${each}`);
  const joined = own.join(' ');
  useEffect(() => register(joined === '' ? [] : joined.split(' '), choice), [register, joined, choice]);
  const isCurrent = [name, ...withFields].every((each) => form.isAsSent(`${group.name}${each}`));
  const found = isCurrent ? own.flatMap((each) => errors.atField.get(each) ?? []) : [];
  const input = form.inputProps(fullName, kind === 'checkbox' ? 'checkbox' : 'input');
  return { ...input, error: found.length === 0 ? null : found.join(' ') };
}

function Field<Value>(props: FieldProps<string> & { readonly children: (input: FieldInput<Value>) => ReactNode }) {
  const { children, ...field } = props;
  const { value, error, onChange } = useInput(field, 'choice');
  return children({ value, error, onChange });
}

function TextField({ name, pointer, withFields, error, typed = String, whyNot, ...input }: InputOf<string, TextProps>) {
  const { onChange, ...field } = useInput({ name, pointer, withFields });
  const [wasLeft, setWasLeft] = useState(false);
  const fault = whyNot?.(String(field.value)) ?? null;
  const leave = () => {
    if (fault !== null) whenReleased(() => setWasLeft(true));
  };
  const own = {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setWasLeft(false);
      onChange(typed(event.currentTarget.value));
    },
    onBlur: leave,
    onKeyDown: ({ key }: KeyboardEvent<HTMLInputElement>) => key === 'Enter' && leave(),
  };
  const shown = error ?? (wasLeft ? fault : null) ?? field.error;
  return <TextInput {...{ ...field, ...own, ...input, ...unreadMark(fault !== null) }} error={shown} />;
}

/** A date and a time in virtual UTC (`virtual-instant.ts`); shows the issue once the field loses the focus. */
function InstantField(props: InputOf<string, Omit<InstantInputProps, 'value'>>) {
  const { name, pointer, withFields, error, ...input } = props;
  const { value, ...field } = useInput({ name, pointer, withFields });
  return <InstantInput {...field} {...input} value={String(value)} error={error ?? field.error} />;
}

function LongTextField({ name, pointer, withFields, error, ...input }: InputOf<string, TextareaProps>) {
  const field = useInput({ name, pointer, withFields });
  return <Textarea {...field} size="xs" spellCheck={false} autosize {...input} error={error ?? field.error} />;
}

function NumberField({ name, pointer, withFields, ...input }: InputOf<string, NumberProps>) {
  const { value, error, onChange, ...field } = useInput({ name, pointer, withFields });
  return <NumericInput {...field} error={error} value={value} onChange={onChange} {...input} />;
}

function SelectField({ name, pointer, withFields, ...input }: InputOf<string, NativeSelectProps>) {
  return <NativeSelect {...useInput({ name, pointer, withFields }, 'choice')} {...input} />;
}

function ManyField({ name, pointer, withFields, ...input }: InputOf<string, MultiSelectProps>) {
  return (
    <PickMany
      {...useInput({ name, pointer, withFields }, 'choice')}
      size="xs"
      clearable
      openOnFocus={false}
      {...input}
    />
  );
}

function SwitchField({ name, pointer, withFields, ...input }: InputOf<string, SwitchProps>) {
  const field = useInput({ name, pointer, withFields }, 'checkbox');
  return <Switch {...field} aria-invalid={field.error !== null} {...input} />;
}
