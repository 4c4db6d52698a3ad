/** Completion for bash, from 3.2 on: one function, which does not run Ballast while the user types. Pure. */
import type { CompletedCommand, CompletedFlag } from './completion-model.ts';

export function bashScript(commands: readonly CompletedCommand[]): string {
  const flags = commands.flatMap(({ path, flags: own }) => own.map((flag) => ({ at: path, flag })));
  const placesOf = (is: (flag: CompletedFlag) => boolean) =>
    flags.filter(({ flag }) => is(flag)).map(({ at, flag }) => `'${at} ${flag.long}'`);
  const choices = flags
    .filter(({ flag }) => flag.choices.length > 0)
    .map(({ at, flag }) => `    '${at} ${flag.long}') _ballast_words '${flag.choices.join(' ')}'; return ;;`);
  const paths = commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => (path.includes(' ') ? `'${path}'` : `' ${path}'`));
  return `# Completion of ballast for bash: source <(npx ballast completion bash)
_ballast_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_ballast_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen "$1" -- "$cur"))
}
_ballast() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at='' i
  COMPREPLY=()
  # Bash splits --flag=value into three words.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${paths.join(' | ')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${choices.join('\n')}
    ${placesOf(({ takes }) => takes === 'folder').join(' | ')}) _ballast_paths -d; return ;;
    ${placesOf(({ takes }) => takes === 'file').join(' | ')}) _ballast_paths -f; return ;;
    ${placesOf(({ takes, choices: values }) => takes === 'value' && values.length === 0).join(' | ')}) return ;;
  esac
  case "$at" in
${commands.map((command) => `    '${command.path}') _ballast_words '${argumentsOf(command).join(' ')}' ;;`).join('\n')}
  esac
  case "$at" in
    ${commands.flatMap(({ path, takesFiles }) => (takesFiles ? [`'${path}'`] : [])).join(' | ')}) if [[ $cur != -* ]]; then _ballast_paths -f; fi ;;
  esac
}
complete -F _ballast ballast
`;
}

function argumentsOf({ commands, firstArguments, flags }: CompletedCommand): string[] {
  return [
    ...commands.map(({ name }) => name),
    ...firstArguments,
    ...flags.flatMap(({ long, short }) => (short === null ? [long] : [short, long])),
  ];
}
