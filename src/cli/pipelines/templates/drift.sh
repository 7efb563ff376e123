code=0
<platform-only><docform> drift<env><scope> --detailed-exitcode --format markdown > "<temporary>/drift.md" || code=$?
cat "<temporary>/drift.md"
#if drift-branch
found=$code
cp "<temporary>/drift.md" "<temporary>/found.md"
if [ "$found" = 2 ]; then
  #- Drift that cannot be written stays in the issue.
  <platform-only><docform> drift<env><scope> --write --yes || true
  code=0
  <platform-only><docform> drift<env><scope> --detailed-exitcode --format markdown > "<temporary>/drift.md" || code=$?
fi
#end
#- The issue is updated only if everything was read.
if [ "$code" != 0 ] && [ "$code" != 2 ]; then exit "$code"; fi
