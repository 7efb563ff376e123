function __docform_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] completion words -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\n' $found
  else
    __fish_complete_path $words[-1]
  end
end
# -f disables file names, which are offered only if there are no other candidates.
complete -c docform -f -a '(__docform_words)'
