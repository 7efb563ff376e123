if [ -s "<temporary>/plan.json" ]; then
  echo "<deletes>=$(node -p 'const plan = require(process.argv[1]); plan.summary.delete + plan.summary.replace' "<temporary>/plan.json")" >> "<outputs>"
  echo "<high-risk>=$(node -p 'const plan = require(process.argv[1]); plan.impact.filter(({ severity }) => severity === "high-risk").length' "<temporary>/plan.json")" >> "<outputs>"
fi
