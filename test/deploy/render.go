// Renders the templates in a folder as Helm does, with the values in JSON on stdin.
package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"text/template"

	"github.com/Masterminds/sprig"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var values map[string]any
	check(json.NewDecoder(os.Stdin).Decode(&values))
	functions := sprig.TxtFuncMap()
	// JSON is YAML.
	functions["toYaml"] = functions["toJson"]
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.yaml"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		parsed, err := template.New(file).Option("missingkey=error").Funcs(functions).Parse(string(text))
		check(err)
		os.Stdout.WriteString("\n---\n")
		check(parsed.Execute(os.Stdout, values))
	}
}
