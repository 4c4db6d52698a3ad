/** `/sim/explorations`: finds the faults that break a client, in worlds of their own (decisions Q1 to Q6). */
import type { FindingFile } from '../../../contract/control/explorer/explorations.ts';
import type { explorerOperations } from '../../../contract/control/explorer/explorer-operations.ts';
import { accepted, type Outcome, type Refusal } from '../../../engine/outcome.ts';
import type { ExplorerService } from '../../../scenario/run/explorer-service.ts';
import { type FileReply, fileReply, pageReply } from '../../http/handler.ts';
import type { HandlersFor } from '../../services.ts';

export const explorerHandlers: HandlersFor<typeof explorerOperations, 'explorer'> = {
  listExplorations: ({ explorer }) => accepted({ explorations: explorer.list(), runs_clients: explorer.runsClients }),

  // Any script in the page could start a command: only a person may (decision Q6).
  startExploration: ({ explorer, body, client }) => explorer.start(body, client.caller === 'app'),

  previewExploration: ({ explorer, body }) => explorer.preview(body),

  getExploration: ({ explorer, params }) => explorer.find(params.id),

  stopExploration: ({ explorer, params }) => explorer.stop(params.id),

  getFindingStory({ explorer, params }) {
    const page = textOf(explorer, params, 'story.html');
    return page.ok ? pageReply(page.value) : page;
  },

  getFindingScenario: ({ explorer, params }) => download(explorer, params, 'scenario.yaml', 'text/yaml'),

  getFindingExploration: ({ explorer, params }) => download(explorer, params, 'explore.yaml', 'text/yaml'),

  getFindingTest: ({ explorer, params }) => download(explorer, params, 'test.mjs', 'text/javascript'),
};

/** The path's parameters: an exploration, and the number of one of its findings from 1. */
interface FindingPlace {
  readonly id: string;
  readonly number: string;
}

function textOf(explorer: ExplorerService, { id, number }: FindingPlace, file: FindingFile): Outcome<string> {
  return explorer.findingFile(id, /^\d{1,6}$/.test(number) ? Number(number) : 0, file);
}

function download<const Type extends string>(
  explorer: ExplorerService,
  place: FindingPlace,
  file: FindingFile,
  type: Type,
): FileReply<Type> | Refusal {
  const text = textOf(explorer, place, file);
  return text.ok ? fileReply(type, `${place.id}-finding-${place.number}.${file}`, text.value) : text;
}
