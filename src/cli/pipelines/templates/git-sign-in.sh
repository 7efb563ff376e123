#- Signs in git for one step, without a token in a file or on a command line.
export GIT_CONFIG_COUNT=1
export GIT_CONFIG_KEY_0="http.$GITHUB_SERVER_URL/.extraheader"
GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf "x-access-token:%s" "$GITHUB_TOKEN" | base64 | tr -d "\n")"
export GIT_CONFIG_VALUE_0
