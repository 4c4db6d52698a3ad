/**
 * The `form` element of a server form: issues without a field are shown at its top, and the first field with an error
 * gets the focus.
 */
import { createContext, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Notice } from '../feedback/notice.tsx';
import type { AnyServerForm, FieldSource } from './use-server-form.ts';

/** The form of the fields, and the path of their group in its values and in the request. */
interface FieldScope {
  readonly form: FieldSource;
  readonly name: string;
  readonly pointer: string;
}

export const FieldContext = createContext<FieldScope | null>(null);

interface ServerFormProps {
  readonly form: AnyServerForm;
  readonly label: string;
  readonly className: string | undefined;
  /** Issues that the page itself found: nothing is sent then. */
  readonly problems?: readonly string[] | undefined;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  readonly children: ReactNode;
}

export function ServerForm({ form, label, className, problems = [], formRef, children }: ServerFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = formRef ?? own;
  useEffect(() => {
    if (form.error === null) return;
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [form.error, element]);
  const shown = [...problems, ...form.errors.formErrors];
  return (
    <form
      ref={element}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.length === 0) form.submit();
      }}
    >
      {shown.length > 0 && (
        <Notice tone="fail">
          {shown.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Notice>
      )}
      <FieldContext value={{ form, name: '', pointer: '' }}>{children}</FieldContext>
    </form>
  );
}
