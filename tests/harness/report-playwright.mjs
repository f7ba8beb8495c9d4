/** @import { Reporter, TestCase } from "@playwright/test/reporter" */
import { relative } from "node:path";
import { report } from "./report.mjs";

/** @param {TestCase} test */
const fileOf = (test) => `${relative("", test.location.file)} (${test.parent.project()?.name})`;

/** Reports a Playwright run to `scripts/test.mjs`, one event per file. @implements {Reporter} */
export default class ReportPlaywright {
  /** The remaining tests and the results of each file. @type {Map<string, { left: number; passed: number; failed: number; skipped: number; seconds: number }>} */
  #files = new Map();

  printsToStdio() {
    return true;
  }

  /** @type {NonNullable<Reporter["onBegin"]>} */
  onBegin(_config, suite) {
    for (const test of suite.allTests()) {
      const file = this.#files.get(fileOf(test)) ?? { left: 0, passed: 0, failed: 0, skipped: 0, seconds: 0 };
      this.#files.set(fileOf(test), { ...file, left: file.left + 1 });
    }
    report({ files: this.#files.size });
  }

  /** @type {NonNullable<Reporter["onTestEnd"]>} */
  onTestEnd(test, { status, duration, errors }) {
    const name = fileOf(test);
    const file = this.#files.get(name);
    if (!file) return;
    const outcome = status === "skipped" ? "skipped" : test.ok() ? "passed" : "failed";
    file[outcome] += 1;
    file.left -= 1;
    file.seconds += duration / 1000;
    if (outcome === "failed") {
      const text = errors.map(({ stack, message, value }) => stack ?? message ?? value).join("\n\n");
      report({ failure: `${name} › ${test.title}`, text });
    }
    const { left, ...count } = file;
    if (left === 0) report({ file: name, ...count });
  }

  /** @type {NonNullable<Reporter["onError"]>} */
  onError({ message, stack, value }) {
    report({ failure: "outside of any test", text: stack ?? message ?? value ?? "" });
  }
}
