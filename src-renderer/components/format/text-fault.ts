/** Why the service would refuse a text, as a sentence at its field; null if it would not. Pure. */
import { LONGEST_NAME, type TextRule } from '../../../src-server/contract/control/text-rules.ts';

export type TextFault = (text: string) => string | null;

export const nameFault: TextFault = (text) => {
  if (text.trim() === '') return 'Enter a name.';
  return text.length > LONGEST_NAME ? `Enter at most ${LONGEST_NAME} characters.` : null;
};

export function ruleFault({ pattern, issue }: TextRule): TextFault {
  return (text) => (pattern.test(text.trim()) ? null : `This ${issue}.`);
}

/** The same, where nothing need be entered. */
export function ifAny(fault: TextFault): TextFault {
  return (text) => (text.trim() === '' ? null : fault(text));
}
