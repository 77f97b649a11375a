# The kind of names that the arguments of a command are.
_genlock_kind() {
  case "$1" in
    # cases
  esac
}

# oclif's completion, then the names of plugins and entities. Without either, bash completes files.
_genlock_complete() {
  local cur="${COMP_WORDS[COMP_CWORD]}" words=() word kind name count
  _genlock_autocomplete
  [[ "$cur" == -* ]] && return 0
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$word" == -* ]] || words+=("$word")
  done
  for ((count = 2; count > 0; count--)); do
    kind=$(_genlock_kind "${words[*]:0:count}")
    [[ -n "$kind" ]] && break
  done
  [[ -z "$kind" ]] && return 0
  COMPREPLY=()
  while IFS= read -r name; do
    [[ "$name" == "$cur"* ]] && COMPREPLY+=("$name")
  done < <("${COMP_WORDS[0]}" autocomplete --names "$kind" 2>/dev/null)
  return 0
}

complete -o default -F _genlock_complete genlock
