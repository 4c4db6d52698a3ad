/** A journal on the thread of a connection: its unfinished batches, its missing requests, and why. */
import { type Backlog, createBacklog, newBacklogMemory } from './journal-backlog.ts';
import type { JournalConnection, JournalListener, ReplyValue } from './journal-connection.ts';
import type { AppendMessage, JournalReport, JournalTask } from './journal-messages.ts';
import type { JournalSettings } from './sqlite-journal-store.ts';

interface OpenedJournalOptions {
  /** Updated when the thread reports. */
  readonly missing: { unwritten: number; lost: number };
  readonly onBroken: (error: Error) => void;
  readonly onEnd: () => void;
}

export class OpenedJournal implements JournalListener {
  readonly #connection: JournalConnection;
  readonly #options: OpenedJournalOptions;
  readonly #backlog: Backlog;
  readonly #number: number;
  #lastReport = '';

  constructor(connection: JournalConnection, settings: JournalSettings, options: OpenedJournalOptions) {
    const shared = newBacklogMemory();
    this.#connection = connection;
    this.#options = options;
    this.#backlog = createBacklog(shared);
    this.#number = connection.add(this);
    connection.post({ kind: 'open', journal: this.#number, settings, shared });
  }

  append(batch: Omit<AppendMessage, 'kind' | 'journal'>): void {
    try {
      this.#backlog.begin(batch);
    } catch (stuck) {
      this.#options.missing.lost += batch.count;
      this.#report(stuck instanceof Error ? stuck.message : String(stuck));
      return;
    }
    this.#connection.post({ ...batch, kind: 'append', journal: this.#number });
  }

  tidy(): void {
    this.#connection.post({ kind: 'tidy', journal: this.#number });
  }

  ask(task: (of: { readonly journal: number; readonly id: number }) => JournalTask): Promise<ReplyValue> {
    return this.#connection.ask((id) => task({ journal: this.#number, id }));
  }

  close(): Promise<void> {
    return this.#connection.close(this.#number);
  }

  onReport(report: JournalReport): void {
    if ('isUntidy' in report) this.tidy();
    else this.#miss(report.unwritten, report.lost, report.reason);
  }

  onFailure(reason: string): void {
    this.#report(reason);
  }

  onEnd(): void {
    const { missing, onEnd } = this.#options;
    // Requests on their way to the thread, or waiting in it, are lost with it.
    missing.lost += this.#backlog.count() + missing.unwritten;
    missing.unwritten = 0;
    onEnd();
  }

  #miss(unwritten: number, lost: number, reason: string | null): void {
    const { missing } = this.#options;
    missing.unwritten = unwritten;
    missing.lost += lost;
    if (unwritten > 0) this.#report(reason ?? '', 'requests wait to be written to the journal');
    else if (reason !== null) this.#report(reason);
    else this.#lastReport = '';
  }

  #report(reason: string, what = 'the journal loses requests'): void {
    const report = `${what}: ${reason}`;
    if (report !== this.#lastReport) this.#options.onBroken(new Error(report));
    this.#lastReport = report;
  }
}
