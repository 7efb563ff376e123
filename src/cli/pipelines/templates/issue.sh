if [ "$code" = 0 ]; then
  <forge-only><docform> ci issue<name-flag><env> --file "<temporary>/drift.md" --clean
else
  <forge-only><docform> ci issue<name-flag><env> --file "<temporary>/drift.md"
fi
