/** Texts that are refused at their field, by the rules of the service. */
import { MantineProvider } from '@mantine/core';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ifAny, nameFault, ruleFault } from '../../../src-renderer/components/format/text-fault.ts';
import { fieldsOf } from '../../../src-renderer/components/forms/fields.tsx';
import { FieldContext } from '../../../src-renderer/components/forms/server-form.tsx';
import { createAccountBody } from '../../../src-server/contract/control/accounts/accounts.ts';
import { ACCOUNT_ID, WORLD_NAME } from '../../../src-server/contract/control/text-rules.ts';
import { worldName } from '../../../src-server/contract/control/worlds/worlds.ts';

const NAMES = ['desk', 'desk-7', 'Desk 7', '7desk', 'a_b', 'a'.repeat(40), 'a'.repeat(41)];

it('holds the names of worlds and accounts against the rules of the service', () => {
  const isRefused = (text: string) => !worldName.safeParse(text).success;
  expect(NAMES.map((name) => ruleFault(WORLD_NAME)(name) !== null)).toEqual(NAMES.map(isRefused));
  const isNoId = (id: string) => !createAccountBody.safeParse({ account_id: id }).success;
  expect(NAMES.map((name) => ruleFault(ACCOUNT_ID)(name) !== null)).toEqual(NAMES.map(isNoId));
  expect(ruleFault(WORLD_NAME)('Desk 7')).toMatch(/^This is not a name of 1 to 40 .*\.$/);
});

it('asks for a name, unless the field may be empty', () => {
  const names = [' ', 'Anna', 'a'.repeat(200), 'a'.repeat(201)];
  expect(names.map(nameFault)).toEqual(['Enter a name.', null, null, 'Enter at most 200 characters.']);
  expect([' ', 'Desk 7', 'desk'].map((text) => ifAny(ruleFault(WORLD_NAME))(text) === null)).toEqual([
    true,
    false,
    true,
  ]);
});

const { TextField } = fieldsOf<{ name: string; until: string }>();

/** A field in a form with the refusals of its last request, of whose values some have been changed since. */
function render(field: ReactNode, value: string, atField: ReadonlyMap<string, string>, changed: readonly string[]) {
  const form = {
    inputProps: () => ({ value, onChange: () => undefined }),
    errors: { atField, formErrors: [] },
    isAsSent: (name: string) => !changed.includes(name),
    register: () => () => undefined,
  };
  const inForm = createElement(FieldContext, { value: { form, name: 'event.', pointer: '' } }, field);
  return renderToStaticMarkup(createElement(MantineProvider, null, inForm));
}

it('drops the refusal of the service once the field changes, or one that it was validated with', () => {
  const refusals = new Map([['/until', 'Is not after 9 March.']]);
  const until = createElement(TextField, { name: 'until', label: 'Ends', withFields: ['from'] });
  const shown = (...changed: string[]) => render(until, '5 March', refusals, changed).includes('Is not after 9 March.');
  expect([shown(), shown('event.until'), shown('event.from'), shown('event.name')]).toEqual([true, false, false, true]);
});

it('marks the field, which gives no reason before it is left', () => {
  const field = createElement(TextField, { name: 'name', label: 'Name', whyNot: nameFault });
  const shown = (value: string) => render(field, value, new Map(), []);
  expect(shown(' ')).toContain('data-unread');
  expect(shown(' ')).not.toContain('Enter a name.');
  expect(shown('Anna')).not.toContain('data-unread');
});
