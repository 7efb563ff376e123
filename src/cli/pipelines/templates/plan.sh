#- Exit codes: 0 no changes, 1 incomplete, 2 changes, 6 blocked or too long for a comment.
code=0
<platform-only><docform> plan<env><scope> -q --detailed-exitcode --format markdown --out "<temporary>/plan.json" > "<temporary>/comment.md" || code=$?
if [ -s "<temporary>/plan.json" ]; then
  <platform-only><docform> show "<temporary>/plan.json" -v
  #- GitHub accepts 1 MiB of summary from a step.
  <platform-only><docform> show "<temporary>/plan.json" --format markdown --max-bytes 1000000 > "<temporary>/plan.md" || true
  <platform-only><docform> show "<temporary>/plan.json" --format html > "<temporary>/plan.html" || true
else
  if [ "$code" = 0 ]; then code=1; fi
  cp "<temporary>/comment.md" "<temporary>/plan.md"
fi
