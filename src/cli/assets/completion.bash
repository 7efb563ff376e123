# Bash splits words at @, : and =, which addresses contain. The function splits the line at blanks only.
_docform() {
  local line="${COMP_LINE:0:COMP_POINT}" words found
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  local typed="${words[${#words[@]}-1]}"
  local broken="${typed%"${typed##*[@:=]}"}"
  COMPREPLY=()
  while IFS= read -r found; do
    [[ -n "$found" ]] && COMPREPLY+=("${found#"$broken"}")
  done < <("${words[0]}" completion words -- "${words[@]:1}" 2>/dev/null)
}
complete -o default -F _docform docform
