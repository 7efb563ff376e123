#- Without a plan or without changes, only an existing comment is updated.
if [ ! -s "<temporary>/plan.json" ]; then
  <forge-only><docform> ci comment<shared-flag><name-flag><env> --file "<temporary>/comment.md" --only-update --or-failed
elif [ "$code" = 0 ]; then
  <forge-only><docform> ci comment<shared-flag><name-flag><env> --file "<temporary>/<comment-file>" --artifact "<artifact>" --only-update
else
  <forge-only><docform> ci comment<shared-flag><name-flag><env> --file "<temporary>/<comment-file>" --artifact "<artifact>"
fi
