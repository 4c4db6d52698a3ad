/** Whether a text is one of the options of a field: by its type, a select can have any text. */
export function isOneOf<Choice extends string>(choices: readonly Choice[], text: string): text is Choice {
  return choices.some((choice) => choice === text);
}
