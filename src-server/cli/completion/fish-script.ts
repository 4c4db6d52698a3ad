/** Completion for fish, with descriptions: a line for each command and flag. Pure. */
import type { CompletedCommand, CompletedFlag } from './completion-model.ts';

export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path.includes(' ') ? path : ` ${path}`));
  return `# Completion of ballast for fish: npx ballast completion fish | source
function __ballast_at
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at $word"
            case ${paths.join(' ')}
                set at (string trim -- "$at $word")
        end
    end
    test "$at" = "$argv[1]"
end
complete -c ballast -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, firstArguments, takesFiles, flags }: CompletedCommand): string[] {
  const start = `complete -c ballast -n ${quoted(`__ballast_at ${quoted(path)}`)}`;
  return [
    ...commands.map(({ name, description }) => `${start} -a ${name} -d ${quoted(description)}`),
    ...(firstArguments.length > 0 ? [`${start} -a ${quoted(firstArguments.join(' '))}`] : []),
    ...(takesFiles ? [`${start} -F`] : []),
    ...flags.map(
      (flag) => `${start} -l ${flag.long.slice(2)}${shortOf(flag)}${takenBy(flag)} -d ${quoted(flag.description)}`,
    ),
  ];
}

function shortOf({ short }: CompletedFlag): string {
  return short === null ? '' : ` -s ${short.slice(1)}`;
}

function takenBy({ takes, choices }: CompletedFlag): string {
  if (takes === 'nothing') return '';
  if (takes === 'file') return ' -r -F';
  if (takes === 'folder') return " -x -a '(__fish_complete_directories)'";
  return choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -x';
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
