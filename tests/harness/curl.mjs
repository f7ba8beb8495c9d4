// A replacement for curl with the options that the README uses, for machines without curl.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";

const text = { type: /** @type {const} */ ("string"), multiple: /** @type {const} */ (true), default: [] };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    header: { ...text, short: "H" },
    data: { type: "string", short: "d" },
    form: { ...text, short: "F" },
  },
});

const form = new FormData();
for (const field of values.form) {
  const [name = "", value = ""] = field.split(/=(.*)/s);
  if (!value.startsWith("@")) form.append(name, value);
  else {
    const path = value.slice(1);
    form.append(name, new File([await readFile(path)], basename(path), { type: "application/pdf" }));
  }
}
const body = values.data ?? (values.form.length > 0 ? form : null);
const headers = values.header.map((header) => /** @type {[string, string]} */ (header.split(/:\s*(.*)/s).slice(0, 2)));
const answer = await fetch(positionals[0] ?? "", { method: body ? "POST" : "GET", headers, body });
process.stdout.write(await answer.text());
