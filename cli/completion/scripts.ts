// Each script asks the command `complete` for the words that can follow. A word that ends with `=` gets no space after it.

const bash = `# agent-connectors completion for bash. In ~/.bashrc: eval "$(agent-connectors completion bash)"
_agent_connectors() {
  local line words candidates=()
  # COMP_WORDS splits words at = and :, so the words come from the line.
  read -r -a words <<< "\${COMP_LINE:0:COMP_POINT}"
  [[ "\${COMP_LINE:0:COMP_POINT}" == *" " ]] && words+=("")
  while IFS= read -r line; do
    [[ -z "$line" ]] && continue
    [[ "$line" == *= ]] && candidates+=("$line") || candidates+=("$line ")
  done < <(agent-connectors complete -- "\${words[@]:1}" 2>/dev/null)
  COMPREPLY=("\${candidates[@]}")
}
complete -o nospace -o bashdefault -o default -F _agent_connectors agent-connectors
`;

const zsh = `#compdef agent-connectors
# agent-connectors completion for zsh. In ~/.zshrc, after compinit: eval "$(agent-connectors completion zsh)"
_agent_connectors() {
  local -a found
  found=("\${(@f)$(agent-connectors complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  if (( \${#found} == 0 )); then
    _files
    return
  fi
  compadd -S '' -- \${(M)found:#*=}
  compadd -- \${found:#*=}
}
compdef _agent_connectors agent-connectors
`;

const fish = `# agent-connectors completion for fish. In ~/.config/fish/config.fish: agent-connectors completion fish | source
function __agent_connectors
  set -l found (agent-connectors complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -eq 0
    __fish_complete_path (commandline -ct)
  else
    string join \\n -- $found
  end
end
complete -c agent-connectors -f -a '(__agent_connectors)'
`;

export const completionScripts = { bash, zsh, fish } as const;
