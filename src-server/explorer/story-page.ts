/**
 * Renders the report of a finding for the client's author (decision Q4): what happened, what is expected, and the
 * trace.
 */
import { countOf } from '../domain/numbers/count-of.ts';
import { formatPercent } from '../domain/numbers/format-number.ts';
import { escapeMarkup, printableLines } from '../scenario/load/printable.ts';
import { REPORT_STYLE } from '../scenario/reports/report-style.ts';
import { remedyOf } from './remedy.ts';
import { describeScheduled, kindOfFault, type ScheduledFault } from './schedule.ts';
import type { ClientEnd, TrialRecord, TrialRequest } from './trial-record.ts';
import type { TrialStory } from './trial-task.ts';
import { RULES, type RuleBreach } from './verdict.ts';

interface FindingStory {
  readonly number: number;
  readonly finding: RuleBreach;
  readonly schedule: readonly ScheduledFault[];
  readonly seen: number;
  readonly runs: number;
  readonly story: TrialStory;
  /** The run without faults. */
  readonly sound: TrialRecord;
}

const MAX_ROWS = 400;

export function storyPage(findingStory: FindingStory): string {
  const { number, finding, schedule, seen, runs, story, sound } = findingStory;
  const { verdict, wanted } = RULES[finding.rule];
  const { record, output, checkOutput } = story;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Finding ${number}: ${text(finding.text)}</title><style>${REPORT_STYLE}${STORY_STYLE}</style></head><body><main>
<p><span class="badge ${BADGES[verdict]}">${verdict}</span> Finding ${number} · seen in ${seen} of ${runs} runs</p>
<h1>${text(finding.text)}</h1>
<div class="panel"><div class="body">
<h3>Faults that the client was exposed to</h3><ul>${schedule.map((fault) => `<li>${text(describeScheduled(fault))}</li>`).join('') || '<li>none: it behaves like this even without faults</li>'}</ul>
<h3>Expected behaviour</h3><p>${text(wanted)}</p>
<h3>How to fix it</h3><p>${text(remedyOf(finding))}</p>
</div></div>
<h3>What the client did</h3>
${requestTable(finding, record, schedule)}
${record.attempts.length === 0 ? '' : `<h3>Webhooks sent to it</h3>${attemptTable(record)}`}
<h3>Outcome of its requests</h3>
${intentTable(record, sound)}
<p>The client ${text(clientEndText(record.end))}; without faults it ${text(clientEndText(sound.end))}.</p>
${checkOutput === null ? '' : `<h3>Output of the check</h3><pre>${text(checkOutput.trim() || 'nothing')}</pre>`}
<h3>Output of the client</h3><pre>${text(output.trim() || 'nothing')}</pre>
<h3>Reproduce it</h3><pre>npx ballast explore explore.yaml
node --test test.mjs
npx ballast replay scenario.yaml</pre>
</main></body></html>
`;
}

/** The colours of the app. */
const BADGES = { wrong: 'failed', misbehaving: 'stopped', weak: 'weak' } as const;

function requestTable(
  { request: shown }: RuleBreach,
  { requests }: TrialRecord,
  schedule: readonly ScheduledFault[],
): string {
  const firstMs = requests[0]?.receivedMs ?? 0;
  const sinceFirst = (atMs: number) => `${Math.round(atMs - firstMs)} ms`;
  const rows = foldRepeats(requests).map(({ request, index, times }) => {
    const isHit = request.fault !== null;
    const classes = [isHit ? 'bad' : '', index === shown ? 'shown' : ''].filter((name) => name !== '').join(' ');
    const fault = request.fault === null ? '' : faultText(schedule, request.fault);
    return `<tr class="${classes}"><td class="num">${sinceFirst(request.receivedMs)}</td><td class="num">${request.status === null ? '' : sinceFirst(request.respondedMs)}</td><td>${text(nameOf(request))}${times > 1 ? ` <span class="times">${times} times</span>` : ''}</td><td><code>${text(`${request.method} ${request.path}`)}</code></td><td class="key">${text(keyOf(request))}</td><td>${text(formatOutcome(request))}</td><td>${text(fault)}</td></tr>`;
  });
  return table(['Sent', 'Answered', 'Request', 'Path', 'Idempotency key', 'Response', 'Fault'], rows);
}

/** The same text as in the report's summary, and whether the request was processed. */
function faultText(
  schedule: readonly ScheduledFault[],
  { kind, isProcessed }: NonNullable<TrialRequest['fault']>,
): string {
  const planned = schedule.find((each) => kindOfFault(each) === kind);
  const described = planned === undefined ? kind.replaceAll('_', ' ') : describeScheduled(planned);
  return isProcessed && !described.includes('processed') ? `${described}, processed anyway` : described;
}

/** Shows consecutive equal requests with equal responses as one row. */
function foldRepeats(requests: readonly TrialRequest[]) {
  const rows: { request: TrialRequest; index: number; times: number }[] = [];
  for (const [index, request] of requests.entries()) {
    const last = rows.at(-1);
    if (last !== undefined && request.fault === null && isAlike(last.request, request)) last.times += 1;
    else rows.push({ request, index, times: 1 });
  }
  return rows;
}

function isAlike(one: TrialRequest, other: TrialRequest): boolean {
  return one.fault === null && one.method === other.method && one.path === other.path && one.status === other.status;
}

function attemptTable({ attempts }: TrialRecord): string {
  const rows = attempts.map(
    ({ type, eventId, status, injected }) =>
      `<tr class="${injected === null ? '' : 'bad'}"><td>${text(type)}</td><td><code>${text(eventId)}</code></td><td>${status ?? 'no response'}</td><td>${text(injected ?? '')}</td></tr>`,
  );
  return table(['Event', 'Id', 'Response of the client', 'Fault'], rows);
}

function intentTable({ intents }: TrialRecord, sound: TrialRecord): string {
  const names = [...new Set([...sound.intents, ...intents].map(({ name }) => name))];
  const rows = names.map((name) => {
    const cells = [intents, sound.intents].map((list) => {
      const intent = list.find((each) => each.name === name);
      if (intent === undefined) return '<td>not requested</td>';
      const status = (intent.status ?? 'not rebalanced').replaceAll('_', ' ');
      return `<td>${status}, executed ${intent.carriedOut === 1 ? 'once' : countOf(intent.carriedOut, 'time')}, ${formatPercent(intent.drift)} away</td>`;
    });
    return `<tr class="${cells[0] === cells[1] ? '' : 'bad'}"><td>${text(name)}</td>${cells.join('')}</tr>`;
  });
  return table(['Wanted', 'In this trial', 'Without faults'], rows);
}

function table(headers: readonly string[], rows: readonly string[]): string {
  const more = rows.length > MAX_ROWS ? `<p>${rows.length - MAX_ROWS} more rows are not shown.</p>` : '';
  const head = headers.map((each) => `<th scope="col">${each}</th>`).join('');
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.slice(0, MAX_ROWS).join('')}</tbody></table></div>${more}`;
}

/** Only the start of a Form A rebalance takes a key. */
function keyOf({ operation, idempotencyKey }: TrialRequest): string {
  return idempotencyKey ?? (operation === 'startRebalance' ? 'none' : '');
}

function nameOf({ operation, method }: TrialRequest): string {
  return operation ?? method;
}

function formatOutcome({ status, code, retryAfterS }: TrialRequest): string {
  const after = retryAfterS === null ? '' : `, Retry-After: ${retryAfterS}`;
  return status === null ? 'nothing' : `${status}${code === null ? '' : ` ${code}`}${after}`;
}

export function clientEndText(end: ClientEnd): string {
  switch (end.how) {
    case 'exited':
      return `ended with ${end.code}`;
    case 'killed':
      return `was killed by ${end.signal}`;
    case 'timed_out':
      return 'did not exit in time';
  }
}

function text(content: string): string {
  return escapeMarkup(printableLines(content));
}

const STORY_STYLE = `
.weak{background:var(--raised);color:var(--ink-2)}
.panel .body{padding:4px 16px 12px}
.panel h3{margin-top:12px}
.panel ul{margin:0;padding-left:20px}
td code,.key{overflow-wrap:anywhere}
.times{color:var(--ink-3);font-size:12px}
.shown td:first-child{box-shadow:inset 3px 0 var(--fail)}
`;
