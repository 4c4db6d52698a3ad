/** The world of a file that contains it or names another file. */
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { MAX_WORLD_BYTES, readWorld } from '../../scenario/load/read-world.ts';
import { describeFault, type PlaceOf } from '../../scenario/load/read-yaml.ts';
import { readSource } from '../../system/files/read-source.ts';
import { StartupError } from '../../world/startup-error.ts';
import { sourceFiles } from './load-scenario.ts';

interface WorldReference {
  readonly contents: WorldContents;
  /** The file that contains or names it. */
  readonly file: string;
  /** Formats an issue of the contents as a line for people. */
  readonly describe: (fault: ValidationIssue) => string;
}

/** `world`: the value at `/world` of the file. Throws `StartupError` 65 for a world file that cannot be read. */
export function contentsOfWorld(
  { file, root, placeOf }: { readonly file: string; readonly root: string; readonly placeOf: PlaceOf },
  world: string | WorldContents,
): WorldReference {
  if (typeof world !== 'string') {
    const describe = ({ path, issue }: ValidationIssue) => {
      const pointer = `/world${path}`;
      return describeFault({ file, ...placeOf(pointer), pointer, issue });
    };
    return { contents: world, file, describe };
  }
  const refuse = (issue: string) =>
    new StartupError(65, [describeFault({ file, ...placeOf('/world'), pointer: '/world', issue })]);
  const path = sourceFiles(root).resolve(file, world);
  if (path === null) throw refuse('is outside the project');
  const source = readSource(path, MAX_WORLD_BYTES);
  if (!source.ok) throw refuse(source.issue);
  const read = readWorld(path, source.text);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  const describe = ({ path: pointer, issue }: ValidationIssue) =>
    describeFault({ file: path, ...read.placeOf(pointer), pointer, issue });
  return { contents: read.value, file: path, describe };
}
