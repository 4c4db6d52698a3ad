/** Whether a text is one of the choices that a field offers: a select holds any text as far as its type says. */
export function isOneOf<Choice extends string>(choices: readonly Choice[], text: string): text is Choice {
  return choices.some((choice) => choice === text);
}
