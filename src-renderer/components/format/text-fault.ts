/** Why the service would refuse a text, as a sentence at its field; null if it would not. Pure. */
import type { TextRule } from '../../../src-server/contract/fields/text-rules.ts';

export type TextFault = (text: string) => string | null;

export const nameFault: TextFault = (text) => (text.trim() === '' ? 'Enter a name.' : null);

export function ruleFault({ pattern, issue }: TextRule): TextFault {
  return (text) => (pattern.test(text.trim()) ? null : `This ${issue}.`);
}

/** The same, where nothing need be entered. */
export function ifAny(fault: TextFault): TextFault {
  return (text) => (text.trim() === '' ? null : fault(text));
}
