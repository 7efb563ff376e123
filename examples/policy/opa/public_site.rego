# opa eval --fail-defined -f pretty -d examples/policy/opa -i plan.json 'data.docform.deny[_]'
package docform

import rego.v1

deny contains message if {
	some change in input.changes
	change.kind == "site"
	some field in change.fields
	field.field == "visibility"
	field.after == "public"
	object.get(field, "before", null) != "public"
	message := sprintf("%s becomes public", [change.address])
}
