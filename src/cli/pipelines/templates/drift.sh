code=0
<platform-only><docform> drift<env> --detailed-exitcode --format markdown > "<temporary>/drift.md" || code=$?
cat "<temporary>/drift.md"
#- The issue is updated only if everything was read.
if [ "$code" != 0 ] && [ "$code" != 2 ]; then exit "$code"; fi
