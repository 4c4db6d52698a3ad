/**
 * Reads `ballast.config.yaml` with every error at its line (decision R6). A file that came with a project is limited to
 * the project: it cannot name anything outside, or a secret that others may read.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONFIG_FOLDERS, CONFIG_SECRETS, type ConfigFile, configFile } from '../../contract/scenario/config-file.ts';
import { describeFault, type PlaceOf, readYaml } from '../../scenario/load/read-yaml.ts';
import { isExposed, isForeignFolder, isPrivateFile, repositoryOf } from '../../system/files/file-access.ts';
import { isWithin, readSource } from '../../system/files/read-source.ts';

const MAX_BYTES = 1_000_000;

type ReadConfigFile =
  | { readonly ok: true; readonly value: ConfigFile; readonly placeOf: PlaceOf }
  | { readonly ok: false; readonly faults: string[] };

/** `shown`: the name of the file in errors. */
export function readConfigFile(file: string, shown: string): ReadConfigFile {
  const source = readSource(file, MAX_BYTES);
  if (!source.ok) return { ok: false, faults: [`${shown} ${source.issue}`] };
  const read = readYaml(shown, source.text, configFile);
  if (!read.ok) return { ok: false, faults: read.faults.map(describeFault) };
  const issues = pathIssues(read.value, resolve(file, '..'));
  if (issues.length === 0) return read;
  const faults = issues.map(({ member, issue }) => {
    const pointer = `/serve/${member}`;
    return describeFault({ file: shown, ...read.placeOf(pointer), pointer, issue });
  });
  return { ok: false, faults };
}

interface MemberIssue {
  readonly member: string;
  readonly issue: string;
}

function pathIssues({ serve = {} }: ConfigFile, folder: string): MemberIssue[] {
  const project = repositoryOf(folder) ?? folder;
  const issuesOf = (
    member: (typeof CONFIG_FOLDERS | typeof CONFIG_SECRETS)[number],
    validate: (path: string) => string | null,
  ) => {
    const written = serve[member];
    const issue = typeof written === 'string' ? validate(resolve(folder, written)) : null;
    return issue === null ? [] : [{ member, issue: `${written} ${issue} --${member.replaceAll('_', '-')}` }];
  };
  return [
    ...CONFIG_FOLDERS.flatMap((member) => issuesOf(member, (path) => folderIssue(member, path, folder))),
    ...CONFIG_SECRETS.flatMap((member) => issuesOf(member, (path) => secretIssue(path, project))),
  ];
}

function folderIssue(member: string, path: string, folder: string): string | null {
  if (!isWithin(folder, path))
    return 'is outside the folder of this file (links are followed); to use another location, give';
  // A database that came with the project, or that a link leads to, is not opened without a check.
  const isForeign = member === 'data' && isForeignFolder(path);
  return isForeign
    ? 'is a folder that Ballast did not create (others may read it, or it contains a link); to open it anyway, give'
    : null;
}

/** The author of this file may know a file of the machine, so a secret elsewhere must be the user's own file. */
function secretIssue(path: string, project: string): string | null {
  if (!existsSync(path)) return null;
  if (isWithin(project, path)) {
    return isExposed(path)
      ? 'is in the project and readable by others: set its mode to 0600 or move it; to use it anyway, give'
      : null;
  }
  return isPrivateFile(path)
    ? null
    : 'is outside the project and is not a regular file that only you can read: set its mode to 0600; to use it anyway, give';
}
