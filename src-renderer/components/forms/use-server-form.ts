/** A form that is sent to the service: its values, the service's refusal, and the toast after a success. */
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { noteFinal, useUndo } from '../../state/undo-store.ts';
import { showDone } from '../feedback/show-done.ts';
import { showUndoable, type Undoing } from '../feedback/show-undoable.tsx';
import { type FieldPointer, type PlacedErrors, placeErrors } from './place-errors.ts';

interface ServerFormOptions<Values, Result> {
  readonly initial: Values | (() => Values);
  readonly send: (values: Values) => Promise<Result>;
  /** The toast, as a sentence; omitted: none. */
  readonly done?: (result: Result, values: Values) => string;
  /** Called after a success: closes the form. */
  readonly after?: (result: Result) => void;
  /** How to undo it; null if that is impossible. */
  readonly undo?: (result: Result, values: Values) => Undoing | null;
  /** Why it cannot be undone, which Undo reports afterwards; null: no reason is given. */
  readonly whyFinal?: (result: Result) => string | null;
  readonly onChange?: (values: Values) => void;
  /** The last response or error is about the previous values, and is cleared when one of them changes. */
  readonly forgetsOnChange?: boolean;
}

/** The parts of its form that a field needs, whatever the form's values are. */
export interface FieldSource {
  readonly inputProps: (name: string, type: 'input' | 'checkbox') => GetInputPropsReturnType;
  readonly errors: PlacedErrors;
  /**
   * Whether a value is the one sent last; an empty name is that of all values. The service's issue at a changed value
   * is outdated.
   */
  readonly isAsSent: (name: string) => boolean;
  /**
   * A mounted field shows the issues at these pointers until the returned function is called. `choice`: its name, if it
   * decides what the others mean, so that all issues are outdated once it changes.
   */
  readonly register: (pointers: readonly FieldPointer[], choice?: string) => () => void;
}

export interface AnyServerForm extends FieldSource {
  readonly submit: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

export type ServerFormOf<Values extends object, Result> = ReturnType<typeof useServerForm<Values, Result>>;

export function useServerForm<Values extends object, Result>(options: ServerFormOptions<Values, Result>) {
  const { initial, send, onChange, forgetsOnChange = false } = options;
  const [initialValues] = useState(initial);
  const mutation = useMutation<Result, Error, Values, number>({
    mutationFn: send,
    onMutate: () => useUndo.getState().changes,
    onSuccess: (result, values, changesBefore) => finish(options, { result, values, changesBefore }),
  });
  const form = useForm<Values>({
    initialValues,
    onValuesChange: (values) => {
      onChange?.(values);
      if (forgetsOnChange) mutation.reset();
    },
  });
  const { pointers, choices, register } = useMountedFields();
  const [sent, setSent] = useState<Values | null>(null);
  const isAsSent = (name: string) => sent === null || isSame(valueIn(sent, name), valueIn(form.values, name));
  const submit = (values: Values) => {
    setSent(form.values);
    mutation.mutate(values);
  };
  return {
    values: form.values,
    initialValues,
    set: form.setValues,
    inputProps: (name: string, type: 'input' | 'checkbox') => form.getInputProps(name, { type }),
    errors: presentErrors(choices.every(isAsSent) ? mutation.error : null, pointers, isAsSent('')),
    isAsSent,
    register,
    submit: () => submit(form.values),
    /** Sends other values than those of the fields. */
    submitValues: mutation.mutate,
    isPending: mutation.isPending,
    error: mutation.error,
    /** Clears the last response or error. */
    forget: mutation.reset,
    /** The service's last response. */
    result: mutation.data,
  };
}

function finish<Values, Result>(
  { done, after, undo, whyFinal }: ServerFormOptions<Values, Result>,
  { result, values, changesBefore }: { result: Result; values: Values; changesBefore: number },
) {
  const undoing = undo?.(result, values) ?? null;
  const message = done?.(result, values);
  if (message !== undefined && undoing !== null) showUndoable(message, undoing, changesBefore);
  else if (message !== undefined) showDone(message);
  const why = whyFinal?.(result) ?? null;
  if (why !== null) noteFinal(why);
  after?.(result);
}

/** Issues without a field are about all values together. */
function presentErrors(error: Error | null, pointers: readonly FieldPointer[], isUnchanged: boolean): PlacedErrors {
  const placed = placeErrors(error, pointers);
  return isUnchanged ? placed : { ...placed, formErrors: [] };
}

/** `name`: members of objects and lists, with dots between them. */
function valueIn(values: unknown, name: string): unknown {
  if (name === '') return values;
  return name.split('.').reduce<unknown>((at, key) => {
    return typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined;
  }, values);
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}

/** The pointers of the fields that are mounted, one entry for each field, and the names of choices. */
function useMountedFields() {
  const [pointers, setPointers] = useState<readonly FieldPointer[]>([]);
  const [choices, setChoices] = useState<readonly string[]>([]);
  const register = useCallback((added: readonly FieldPointer[], choice?: string) => {
    setPointers((before) => [...before, ...added]);
    if (choice !== undefined) setChoices((before) => [...before, choice]);
    return () => {
      setPointers((before) => added.reduce((rest, pointer) => rest.toSpliced(rest.indexOf(pointer), 1), [...before]));
      if (choice !== undefined) setChoices((before) => before.toSpliced(before.indexOf(choice), 1));
    };
  }, []);
  return { pointers, choices, register };
}
