# Completes the names of plugins or entities and, with a second argument, files.
_genlock_names() {
  local -a names
  names=(${(f)"$(_call_program names ${(q)_genlock_command} autocomplete --names $1 2>/dev/null)"})
  compadd -a names
  [[ -n "$2" ]] && _files
}
