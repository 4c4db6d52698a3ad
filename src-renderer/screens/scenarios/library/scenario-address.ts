/** Addresses of scenarios in the app: the file as it lies in the folder, and the run that is looked at. */

export function scenarioAddress(file: string, runId?: string): string {
  const path = `/scenarios/${file.split('/').map(encodeURIComponent).join('/')}`;
  return runId === undefined ? path : `${path}?${new URLSearchParams({ run: runId })}`;
}
