/** The name of a scenario file that is to be written; `null` for what no replay would find again. */
export function parseScenarioFile(text: string): string | null {
  return /[^/\\]\.ya?ml$/i.test(text) ? text : null;
}
