#compdef docform
_docform() {
  local -a found
  found=("${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${found[1]}" ]]; then compadd -- "${found[@]}"; else _files; fi
}
if [[ "${funcstack[1]}" == _docform ]]; then _docform "$@"; else compdef _docform docform; fi
