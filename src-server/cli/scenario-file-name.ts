/** The name of a scenario file to write; `null` for a name that no replay would find. */
export function parseScenarioFile(text: string): string | null {
  return /[^/\\]\.ya?ml$/i.test(text) ? text : null;
}
