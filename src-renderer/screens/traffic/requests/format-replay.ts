/** Says whether the responses of a replayed archive match the recorded ones. Pure. */
import type { ArchiveReplay } from '../../../../src-server/contract/control/world/archive.ts';
import { plural } from '../../../components/format/format-number.ts';

type Result = ArchiveReplay['results'][number];

/** `isSame`: every response was compared, and none differs. */
export function replayVerdict(results: readonly Pick<Result, 'differences' | 'not_compared'>[]) {
  const different = results.filter(({ differences }) => differences.length > 0).length;
  const uncompared = results.filter(({ not_compared: reason }) => reason !== null).length;
  const compared = results.length - uncompared;
  const texts = [
    ...(different > 0 ? [`${plural(different, 'response differs', 'responses differ')} from the recording.`] : []),
    ...(different === 0 && compared > 0 ? [matchText(uncompared === 0)] : []),
    ...(uncompared > 0 ? [`${plural(uncompared, 'response was', 'responses were')} not compared.`] : []),
  ];
  return { isSame: different === 0 && uncompared === 0, text: texts.join(' ') };
}

function matchText(isEvery: boolean): string {
  return `Every ${isEvery ? '' : 'other '}response matches the recording, apart from prices and times.`;
}

export function formatDifferences({ differences, not_compared: reason, same_body: isSame }: Result): string {
  if (reason !== null) return `not compared: ${reason}`;
  if (differences.length > 0) return differences.map(({ place, issue }) => `${place} ${issue}`).join('\n');
  return isSame === false ? 'only prices, times or ids' : 'none';
}
