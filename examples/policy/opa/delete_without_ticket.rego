# The title is that of the pull request: DOCFORM_TITLE, as for docform's own rules.
package docform

import rego.v1

deny contains message if {
	some change in input.changes
	change.action in {"delete", "replace"}
	not regex.match(`\b[A-Z]{2,}-[0-9]+\b`, object.get(opa.runtime().env, "DOCFORM_TITLE", ""))
	message := sprintf("%s is deleted, and no ticket is in the title", [change.address])
}
