/** Completion for zsh, with descriptions: a function for each command. Pure. */
import type { CompletedCommand, CompletedFlag } from './completion-model.ts';

export function zshScript(commands: readonly CompletedCommand[]): string {
  const paths = new Set(commands.map(({ path }) => path));
  return `#compdef ballast
# Completion of ballast for zsh, after compinit: source <(npx ballast completion zsh)
${commands.map((command) => functionOf(command, paths)).join('\n')}
if [ "$funcstack[1]" = _ballast ]; then _ballast "$@"; else compdef _ballast ballast; fi
`;
}

/** `paths`: those of the commands that have a function; the arguments of `help` have none. */
function functionOf(command: CompletedCommand, paths: ReadonlySet<string>): string {
  const { path, flags } = command;
  const specs = [...flags.map(flagSpec), ...argumentSpecs(command)].map((spec) => `    ${spec}`);
  const names = command.commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`);
  const rest = command.commands
    .filter(({ name }) => paths.has(`${path} ${name}`.trim()))
    .map(({ name }) => `        ${name}) ${nameOf(`${path} ${name}`)} ;;`);
  const states = `
  case $state in
    command) local -a commands=(
${names.join('\n')}
    )
    _describe -t commands command commands ;;
    rest)
      case $words[1] in
${rest.join('\n')}
      esac ;;
  esac`;
  return `${nameOf(path)}() {
  local state line
  typeset -A opt_args
  _arguments -C \\
${specs.join(' \\\n')}${names.length === 0 ? '' : states}
}`;
}

function nameOf(path: string): string {
  return `_ballast${path.trim() === '' ? '' : `_${path.trim().replaceAll(/[ -]/g, '_')}`}`;
}

function argumentSpecs({ commands, firstArguments, takesFiles }: CompletedCommand): string[] {
  if (commands.length > 0) return ["'1: :->command'", "'*:: :->rest'"];
  const first = firstArguments.length > 0 ? [`'1:word:(${firstArguments.join(' ')})'`] : [];
  return takesFiles ? [...first, "'*:file:_files'"] : first;
}

const ACTIONS = { file: '_files', folder: '_files -/', value: ' ' } as const;

function flagSpec({ long, short, description, takes, value, choices }: CompletedFlag): string {
  const explanation = `[${description.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  if (takes === 'nothing')
    return short === null
      ? quoted(`${long}${explanation}`)
      : `'(${short} ${long})'{${short},${long}}${quoted(explanation)}`;
  const action = choices.length > 0 ? `(${choices.join(' ')})` : ACTIONS[takes];
  return quoted(`*${long}=${explanation}:${value.replaceAll(':', ' ')}:${action}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
