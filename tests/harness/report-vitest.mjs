/** @import { Reporter } from "vitest/node" */
import { relative } from "node:path";
import { report } from "./report.mjs";

/** @param {string} stack */
const ownPlaces = (stack) => stack.replaceAll(/\n +at .*node_modules.*/g, "");

/** @param {readonly { message: string; stack?: string | undefined; diff?: string | undefined }[] | undefined} errors */
const textOf = (errors = []) =>
  errors.map(({ message, stack, diff }) => [ownPlaces(stack ?? message), diff].filter(Boolean).join("\n")).join("\n\n");

/** Reports a Vitest run to `scripts/test.mjs`, one event per file. @implements {Reporter} */
export default class ReportVitest {
  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    report({ files: files.length });
  }

  /** @type {NonNullable<Reporter["onTestCaseResult"]>} */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === "failed")
      report({ failure: `${relative("", test.module.moduleId)} › ${test.fullName}`, text: textOf(errors) });
  }

  /** A suite's hook may fail; its tests are then skipped. @type {NonNullable<Reporter["onTestSuiteResult"]>} */
  onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length > 0)
      report({ failure: `${relative("", suite.module.moduleId)} › ${suite.fullName}`, text: textOf(errors) });
  }

  /** @type {NonNullable<Reporter["onTestModuleEnd"]>} */
  onTestModuleEnd(module) {
    const file = relative("", module.moduleId);
    const errors = module.errors();
    if (errors.length > 0) report({ failure: file, text: textOf(errors) });
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== "pending") count[state] += 1;
    }
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    report({ file, ...count, seconds: (duration + collectDuration + setupDuration) / 1000 });
  }

  /** @type {NonNullable<Reporter["onTestRunEnd"]>} */
  onTestRunEnd(_modules, errors) {
    // For an error that was not awaited, Vitest notes which test was running.
    for (const error of errors) {
      const { VITEST_TEST_NAME: test, VITEST_TEST_PATH: path } = error;
      report({
        failure: ["outside of any test", typeof path === "string" && relative(process.cwd(), path), test]
          .filter(Boolean)
          .join(", in "),
        text: textOf([error]),
      });
    }
  }
}
