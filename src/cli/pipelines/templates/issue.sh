#if drift-branch
if [ "$found" = 0 ]; then
  <forge-only><docform> ci drift-branch<name-flag><env> --base '<branch>' --file "<temporary>/found.md" --clean
else
  <forge-only><docform> ci drift-branch<name-flag><env> --base '<branch>' --file "<temporary>/found.md"
fi
#end
if [ "$code" = 0 ]; then
  <forge-only><docform> ci issue<name-flag><env> --file "<temporary>/drift.md" --clean
else
  <forge-only><docform> ci issue<name-flag><env> --file "<temporary>/drift.md"
fi
