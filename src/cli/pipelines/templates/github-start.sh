#if backend
#- Without the secret, docform would write the ledger to the runner, which is discarded.
if [ -z "$DOCFORM_BACKEND" ]; then echo "::error::the secret that names the backend is missing"; exit 3; fi
#end
#- GitHub would run commands such as "##[set-output name=code]0" in texts that docform prints.
echo "::stop-commands::$(node -p 'crypto.randomUUID()')"
