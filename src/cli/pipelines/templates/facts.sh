digest="$(node -p 'require(process.argv[1]).digest' "<temporary>/plan.json")"
changes="$(node -p 'require(process.argv[1]).changes.length' "<temporary>/plan.json")"
if [ "$code" != 0 ] && [ "$code" != 2 ]; then exit "$code"; fi
#- No changes, but exit code 2: apply only finishes the journal of an interrupted run.
if [ "$code" = 2 ] && [ "$changes" = 0 ]; then changes=journal; fi
echo "<digest>=$digest" >> "<outputs>"
echo "<changes>=$changes" >> "<outputs>"
